// All texts of the page in English and Russian, and the Russian for names that come from the server.

import { load, save } from './settings.js';

export const languages = { en: 'English', ru: 'Русский' };
const chosen = load('language') ?? (navigator.language.startsWith('ru') ? 'ru' : 'en');
export const language = () => chosen;
export const setLanguage = (value) => save('language', value);

/** Each text in English and in Russian; {name} is replaced, {name:of} by its genitive, and {n|move|moves} by the form of
 *  the word that goes with the number n: in Russian after 1, after 2, after 5. */
const texts = {
  skip: ['Skip to the content', 'К содержанию'],
  tabs: ['Tabs', 'Разделы'],
  tab_play: ['Play', 'Игра'],
  tab_learn: ['Learn', 'Правила'],
  tab_analyse: ['Analyse', 'Анализ'],
  tab_change: ['Change', 'Варианты'],
  tab_compare: ['Compare', 'Сравнение'],
  tab_watch: ['Watch', 'Опыты'],
  settings: ['Settings', 'Настройки'],
  language: ['Language', 'Язык'],
  colours: ['Colours', 'Цвета'],
  theme_device: ['as the device', 'как на устройстве'],
  theme_light: ['light', 'светлые'],
  theme_dark: ['dark', 'тёмные'],
  pieces: ['Pieces', 'Фигуры'],
  pieces_plain: ['plain', 'простые'],
  pieces_wood: ['wood', 'деревянные'],
  server_away: ['The server does not answer. The page keeps your game and goes on when tavlab serve runs again.',
    'Сервер не отвечает. Партия сохранена; страница продолжит работу, когда tavlab serve запустят снова.'],
  cancel: ['Cancel', 'Отмена'],
  start: ['start', 'начало'],

  password: ['Password', 'Пароль'],
  enter: ['Enter', 'Войти'],
  read_only: ['This server only shows games: two people can play, programs cannot.',
    'Этот сервер только показывает: играть могут два человека, но не программа.'],
  rated_on: ['Elo above level 1, measured on {rules}', 'Эло сверх уровня 1; измерено в игре «{rules}»'],

  piece_of: ['{piece} ({side})', '{piece} ({side})'],
  board_label: ['Board, {columns} by {rows}. Arrow keys move, Enter selects and drops, Escape cancels.',
    'Доска {columns} на {rows}. Стрелки — перемещение, Enter — взять и поставить, Escape — отменить.'],
  empty: ['empty', 'пусто'],
  target: ['can move here', 'сюда можно пойти'],
  stack_of: ['tower of {n}', 'башня из {n}'],
  from_hand: ['the hand', 'из руки'],
  to_home: ['home', 'дом'],
  says_move: ['{who} {from} to {to}', '{who}: {from} — {to}'],
  says_captures: ['{move}, captures {squares}', '{move}, взято {squares}'],
  says_roll: ['{who} rolled {roll}', '{who}: бросок {roll}'],
  says_selected: ['{square} selected, {n} {n|move|moves}', 'выбрано {square}, {n} {n|ход|хода|ходов}'],
  would_capture: ['would capture {squares}', 'будет взято: {squares}'],
  to_move: ['{who} to move', 'Ход {who:of}'],
  to_roll: ['{who} to roll', 'Бросок {who:of}'],
  drawn: ['Draw', 'Ничья'],
  wins: ['{who} won', 'Победа {who:of}'],
  cannot_move: ['The piece on {square} has no legal move.', 'У фигуры на {square} нет ходов.'],
  not_yours: ['The piece on {square} is not of the side to move.', 'На {square} стоит фигура не той стороны, чей ход.'],
  enter_piece: ['Enter a piece', 'Ввести фишку'],
  take_home: ['Take it home', 'Вывести домой'],
  which_move: ['Which move?', 'Какой из ходов?'],
  moves: ['Moves', 'Ходы'],
  no_moves_yet: ['No moves yet.', 'Ходов ещё нет.'],

  search_rules: ['Search the rule sets', 'Найти правила'],
  open_rules_file: ['Open a rule set file …', 'Открыть файл правил …'],
  none_found: ['Nothing found.', 'Ничего не найдено.'],
  changed_rules: ['Changed: {changes}', 'Изменено: {changes}'],
  read_rules: ['Read the rules', 'Прочитать правила'],
  opponent: ['Opponent', 'Противник'],
  computer: ['computer', 'компьютер'],
  two_people: ['two people', 'два человека'],
  your_side: ['Your side', 'Ваша сторона'],
  level: ['Level', 'Уровень'],
  dice: ['Dice', 'Кости'],
  dice_rolled: ['rolled here', 'бросает страница'],
  dice_by_hand: ['entered by hand', 'вводятся вручную'],
  clock: ['Clock', 'Часы'],
  no_clock: ['none', 'без часов'],
  minutes_each: ['{n} min each', 'по {n} мин'],
  match_of_two: ['Match of two games, sides swapped', 'Матч из двух партий со сменой сторон'],
  start_game: ['Start', 'Начать'],

  undo: ['Undo', 'Назад'],
  redo: ['Redo', 'Вперёд'],
  hint: ['Hint', 'Подсказка'],
  resign: ['Resign', 'Сдаться'],
  flip: ['Turn the board', 'Повернуть доску'],
  to_analysis: ['Analyse', 'Анализ'],
  new_game: ['New game', 'Новая партия'],
  you: ['you', 'вы'],
  computer_level: ['computer, level {level}', 'компьютер, уровень {level}'],
  captured_n: ['captured {n}', 'взято {n}'],
  thinking: ['{who}: thinking …', '{who} думают …'],
  thinking_hint: ['Looking for a good move …', 'Ищу хороший ход …'],
  hint_is: ['Hint: {move}', 'Подсказка: {move}'],
  out_of_time: ['{who}: out of time', 'Время {who:of} вышло'],
  resigned: ['{who} resigned', '{who} сдались'],
  roll: ['Roll', 'Бросить'],
  enter_roll: ['The roll is', 'Выпало'],
  second_game: ['Second game, sides swapped', 'Вторая партия, со сменой сторон'],
  player_a: ['first player', 'первый игрок'],
  player_b: ['second player', 'второй игрок'],
  match_points: ['Points: {a} {x}, {b} {y}', 'Очки: {a} {x}, {b} {y}'],
  match_captures: ['Pieces captured: {x} to {y}', 'Взято фигур: {x} против {y}'],
  match_won: ['The match is won by: {who}', 'Матч выиграл: {who}'],
  match_drawn: ['The match is drawn', 'Матч закончился вничью'],
  open_review: ['Review the game', 'Разобрать партию'],
  review: ['Review', 'Разбор'],
  reviewing: ['Positions looked at: {n} of {of}', 'Просмотрено позиций: {n} из {of}'],
  review_caption: ['Expected score of {side} over the game, as the engine sees it; the turning points are marked.',
    'Ожидаемый результат {side:of} по ходу партии, по оценке программы; переломы отмечены.'],
  rule_set: ['Rule set', 'Правила'],
  guided_game: ['Guided first game', 'Первая партия с пояснениями'],
  change_rules: ['Change these rules', 'Изменить эти правила'],
  how_it_ends: ['How a game ends', 'Чем кончается партия'],
  the_source: ['The source', 'Источник'],
  open_points: ['What the source leaves open', 'О чём источник молчит'],
  open_points_caption: ['On these points the source is silent or unclear, and the rule set had to choose. Another choice is one click away.',
    'Здесь источник молчит или неясен, и пришлось выбирать. Другое решение можно посмотреть одним щелчком.'],
  nothing_open: ['The rule set marks no point that its source leaves open.',
    'В этих правилах не отмечено ничего, что источник оставил бы открытым.'],
  source_silent: ['The source is silent: we take “{value}”.', 'Источник молчит: принято «{value}».'],
  instead: ['Instead:', 'Вместо этого:'],
  guide: ['Your first game', 'Ваша первая партия'],
  guide_goal: ['You play the {side}. Your goal: {goal}.', 'Вы играете за {side:of}. Ваша цель: {goal}.'],
  guide_first: ['Click one of your pieces: dots show where it can go. Click a dot to move there. Hint shows a good move.',
    'Щёлкните свою фигуру: точки покажут, куда она может пойти. Щёлкните точку, чтобы пойти. «Подсказка» покажет хороший ход.'],
  guide_next: ['Your move. Point at a dot to see what the move would capture; Undo takes a move back.',
    'Ваш ход. Наведите указатель на точку, чтобы увидеть, что будет взято; «Назад» берёт ход назад.'],
  guide_hand: ['Move a piece on the board, or enter one with the button below the board.',
    'Пойдите фишкой на доске или введите новую кнопкой под доской.'],
  guide_roll: ['Roll the dice with the button below the board.', 'Бросьте кости кнопкой под доской.'],
  guide_wait: ['The other side is thinking.', 'Другая сторона думает.'],
  guide_took: ['You captured something: captured pieces leave the square, and the squares are named above.',
    'Вы взяли фигуру противника; клетки названы выше.'],
  guide_lost: ['You lost something: look where the last move ended, and what stood on the other side.',
    'Вы потеряли фигуру: посмотрите, куда пошёл противник и что стояло с другой стороны.'],

  search_parameters: ['Search the parameters', 'Найти параметр'],
  general: ['general', 'общее'],
  without_effect: ['Without effect under these rules: {n}', 'Не действуют при этих правилах: {n}'],
  needs: ['Needs: {what}', 'Нужно: {what}'],
  was: ['Originally {value}.', 'Было: {value}.'],
  restore: ['Restore', 'Вернуть'],
  undo_all: ['Undo all changes', 'Отменить все изменения'],
  open_point: ['The source is silent.', 'Источник молчит.'],
  own_list: ['a list of my own', 'свой список'],
  play_it: ['Play it', 'Сыграть'],
  measure_it: ['Measure it', 'Измерить'],
  save_rules: ['Save the rules', 'Сохранить правила'],
  compare_it: ['Compare with the original', 'Сравнить с исходными'],
  nothing_changed: ['Nothing is changed. Change a parameter, and its effect on the rules is told here in sentences.',
    'Ничего не изменено. Измените параметр, и здесь появится, что это значит для правил.'],
  what_changed: ['What changed', 'Что изменилось'],
  same_game: ['The same game: nothing that affects play differs.', 'Та же игра: различий, влияющих на игру, нет.'],
  rules_id: ['Id, also the name of the file', 'Имя правил и файла'],
  rules_title: ['Title', 'Название'],
  download: ['Download', 'Скачать'],
  minutes: ['Minutes', 'Минут'],
  measure_caption: ['Two programs play each other, each on both sides. The band is the 95 % interval of the score between best choices of them.',
    'Две программы играют друг с другом, каждая за обе стороны. Полоса — 95-процентный интервал результата при лучшем выборе программ.'],
  start_measure: ['Start measuring', 'Начать измерение'],
  stop: ['Stop', 'Остановить'],
  measuring: ['The first games are being played …', 'Играются первые партии …'],
  measured_by: ['{agents}; {seconds} s', '{agents}; {seconds} с'],
  measured_score: ['Score of {side}: {value} [{low}, {high}]', 'Результат {side:of}: {value} [{low}, {high}]'],
  measured_games: ['{games} {games|game|games}, {plies} plies on average, {draws} % draws',
    '{games} {games|партия|партии|партий}, в среднем {plies} {plies|полуход|полухода|полуходов}, ничьих {draws} %'],
  favours: ['The game favours the {side}.', 'Игра благоприятна для {side:of}.'],
  disfavours: ['The game goes against the {side}.', 'Игра неблагоприятна для {side:of}.'],
  not_told: ['Cannot be told from an even game yet.', 'Пока не отличить от равной игры.'],
  more_games: ['About {n} more {n|game|games} would tell.', 'Для уверенности нужно ещё около {n} {n|партии|партий|партий}.'],
  queued: ['Waiting: {n} ahead.', 'В очереди, впереди: {n}.'],

  engine: ['Engine', 'Программа'],
  policy_heat: ['Policy on the board', 'Вероятности на доске'],
  n_seconds: ['{n} s', '{n} с'],
  thinking_time: ['Time for each position', 'Время на позицию'],
  proved: ['Proved: {result}', 'Доказано: {result}'],
  wdl: ['{side}: win {w}, draw {d}, loss {l}', '{side}: победа {w}, ничья {d}, поражение {l}'],
  searched: ['depth {depth}, {nodes} nodes', 'глубина {depth}, узлов {nodes}'],
  move: ['move', 'ход'],
  score_of: ['score of {side}', 'результат {side:of}'],
  share: ['policy', 'вероятность'],
  value_label: ['Expected score of {side}: {value}', 'Ожидаемый результат {side:of}: {value}'],
  about_even: ['About even', 'Примерно равно'],
  somewhat_better: ['Somewhat better: {who}', 'Немного лучше у {who:of}'],
  clearly_better: ['Clearly better: {who}', 'Явно лучше у {who:of}'],
  close_to_winning: ['Close to winning: {who}', 'Близко к победе {who:of}'],
  comment: ['Comment on this move', 'Примечание к ходу'],
  first_move: ['To the start', 'К началу'],
  last_move: ['To the end', 'К концу'],
  back: ['One move back', 'На ход назад'],
  forward: ['One move on', 'На ход вперёд'],
  remove_variation: ['Remove from here', 'Удалить отсюда'],
  promote: ['Make it the main line', 'Сделать главной'],
  edit_position: ['Edit the position', 'Изменить позицию'],
  open_game: ['Open a game …', 'Открыть партию …'],
  save_game: ['Save the game', 'Сохранить партию'],
  copy_link: ['Copy a link', 'Скопировать ссылку'],
  link_copied: ['The link is copied.', 'Ссылка скопирована.'],
  palette: ['Pieces to place', 'Фигуры для расстановки'],
  use_position: ['Use this position', 'Взять эту позицию'],
  position_text: ['The position as text', 'Позиция в виде текста'],
  empty_board: ['Empty the board', 'Очистить доску'],
  notation_help: ['How positions are written', 'Как записывают позиции'],
  position_fine: ['The position is legal.', 'Позиция допустима.'],
  remove_piece: ['Remove a piece', 'Убрать фигуру'],
  side_to_move: ['To move', 'Чей ход'],

  rules_a: ['Rules A', 'Правила A'],
  rules_b: ['Rules B', 'Правила B'],
  changes_of: ['Changes of {which}', 'Изменения {which}'],
  changes_form: ['key=value; …', 'ключ=значение; …'],
  only_under: ['{move} is legal only under {which}: it would part the two games.',
    '{move} возможен только по правилам {which}: партии разошлись бы.'],
  restart: ['From the start', 'Сначала'],
  none: ['None.', 'Нет.'],
  nothing: ['nothing', 'ничего'],
  families_differ: ['The rule sets are of two families: no move can be made on both.',
    'Правила из разных семейств: общих ходов у них нет.'],
  parted: ['The games part at ply {ply} under {which}:', 'Партии расходятся на полуходе {ply} по правилам {which}:'],
  moves_here: ['In this position', 'В этой позиции'],
  only_count: ['Moves legal only under A: {a}; only under B: {b}.', 'Ходов только по A: {a}; только по B: {b}.'],
  captures_differ: ['Captures that differ', 'Разные взятия'],
  different_parameters: ['Parameters that differ', 'Разные параметры'],
  parameter: ['Parameter', 'Параметр'],
  only_in: ['Only in {which}', 'Только в {which}'],

  runs: ['Runs', 'Опыты'],
  runs_in: ['Experiments, claims and trainings below {folder}; the list follows them.',
    'Опыты, проверки и обучения в папке {folder}; список обновляется.'],
  no_runs: ['There are none yet.', 'Пока ничего нет.'],
  run: ['Name', 'Имя'],
  kind: ['Kind', 'Вид'],
  changed: ['Changed', 'Изменён'],
  atlas: ['Atlas of measured rule sets', 'Карта измеренных правил'],
  atlas_caption: ['Each mark is a rule set: how it is balanced between the strongest programs, and how long its games are.',
    'Каждый знак — правила: насколько они равны между сильнейшими программами и как долги партии.'],
  atlas_empty: ['Nothing in this folder measures a balance yet.', 'В этой папке ещё нет измерений равновесия.'],
  atlas_hint: ['Point at a mark, or move with the arrow keys, to see its numbers.',
    'Наведите указатель на знак или идите по знакам стрелками.'],
  atlas_x: ['score of the first player (0.5: even)', 'результат первого игрока (0.5 — равно)'],
  atlas_y: ['plies in a game', 'полуходов в партии'],
  atlas_point: ['{title}: {side} {value} [{low}, {high}], {plies} plies',
    '{title}: {side} {value} [{low}, {high}], {plies} {plies|полуход|полухода|полуходов}'],
  atlas_numbers: ['{plies} plies on average, {games} games, from {folder}',
    'В среднем {plies} {plies|полуход|полухода|полуходов}, {games} {games|партия|партии|партий}, из {folder}']
};

/** Names that the server does not translate. Others are shown as they come. */
const names = {
  attackers: 'нападающие', defenders: 'защитники', white: 'белые', black: 'чёрные', light: 'светлые', dark: 'тёмные',
  draw: 'ничья', even: 'чёт', odd: 'нечет',
  experiment: 'опыт', claim: 'проверка', training: 'обучение', calibration: 'калибровка', ladder: 'лестница', limit: 'предел',
  comparison: 'сравнение'
};

/** The families in the order in which they are shown. */
const families = {
  tafl: ['Tafl', 'Тафл'], tavreli: ['Tavreli and chess', 'Таврели и шахматы'], ur: ['Royal Game of Ur',
    'Царская игра Ура'],
  draughts: ['Draughts', 'Шашки']
};

/** For Russian texts with {name:of}. */
const genitives = {
  белые: 'белых', чёрные: 'чёрных', нападающие: 'нападающих', защитники: 'защитников', светлые: 'светлых', тёмные: 'тёмных'
};

export const familyOrder = Object.keys(families);

const column = chosen === 'ru' ? 1 : 0;

export function t(key, values = {}) {
  const fill = (_, name, form, words) => words ? numbered(values[name], words.split('|'))
    : form ? genitives[values[name]] ?? values[name] : values[name];
  return texts[key][column].replace(/\{(\w+)(?:(:of)|\|([^}]+))?\}/g, fill);
}

const plurals = new Intl.PluralRules(chosen);

/** The form of a word after a number. */
function numbered(n, forms) {
  return forms[['one', 'few', 'many'].indexOf(plurals.select(Number(n)))] ?? forms.at(-1);
}

/** A name from the server in the reader's language. */
export function word(name) {
  if (name.startsWith('family ')) return families[name.slice(7)]?.[column] ?? name.slice(7);
  return chosen === 'ru' ? names[name] ?? name : name;
}
