-- A store of format 4, as `sqlite3 games.sqlite .dump` has it: before rows had checksums.
PRAGMA application_id = 1952544364;
PRAGMA user_version = 4;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES('command','tavlab experiment run small.toml');
INSERT INTO meta VALUES('config_folder','');
INSERT INTO meta VALUES('config_name','small.toml');
INSERT INTO meta VALUES('config_text',replace('id = "archived"\ntitle = "A store of format 4"\nquestion = "Is it still read?"\nrules = ["brandubh-7"]\nagents = ["random"]\ngames = 12\nseed = 5\nmax_plies = 60\n[grid]\n"limits.king_side_moves" = ["none", 13]\n','\n',char(10)));
INSERT INTO meta VALUES('games_option','');
INSERT INTO meta VALUES('id','archived');
INSERT INTO meta VALUES('question','Is it still read?');
INSERT INTO meta VALUES('seed','5');
INSERT INTO meta VALUES('shard','');
INSERT INTO meta VALUES('tavlab_version','0.1.0');
INSERT INTO meta VALUES('title','A store of format 4');
CREATE TABLE cells (
  id INTEGER PRIMARY KEY,
  identity TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  place INTEGER NOT NULL,
  rules TEXT NOT NULL,
  rules_hash TEXT NOT NULL,
  first_agent TEXT NOT NULL,
  second_agent TEXT NOT NULL,
  match TEXT NOT NULL,
  seed INTEGER NOT NULL,
  opening_plies INTEGER NOT NULL,
  max_plies INTEGER NOT NULL,
  games INTEGER NOT NULL,
  description TEXT NOT NULL
);
INSERT INTO cells VALUES(1,'d73f7bffe304e2c1','brandubh-7 limits.king_side_moves=none | random',0,'brandubh-7{limits.king_side_moves=none}','23dfa46a924921c3','random','random','single',5,0,60,12,'{"group":"brandubh-7","settings":[["limits.king_side_moves","none"]],"agents":"random","rules":{"title":"Brandubh, 7x7","family":"tafl","overrides":["limits.king_side_moves=none"],"parameters":{"attacker_camps.hostile_always":"[all]","attacker_camps.hostile_when_empty":"[]","attacker_camps.pass":"[]","attacker_camps.reenter":"[]","attacker_camps.shelter":"[]","attacker_camps.stop":"[attackers]","board.attacker_camps":"[]","board.corners":"marked","board.defender_camps":"[]","board.layout":"L8","board.size":"7","board.throne":"center","capture.leaders":"off","capture.linnaean":"false","capture.optional":"false","capture.shieldwall":"none","capture.shieldwall_flank_move":"true","capture.shieldwall_king_immune":"true","corners.hostile_always":"[all]","corners.hostile_when_empty":"[]","corners.pass":"[king]","corners.reenter":"[king]","corners.stop":"[king]","defender_camps.hostile_always":"[]","defender_camps.hostile_when_empty":"[]","defender_camps.pass":"[]","defender_camps.reenter":"[]","defender_camps.shelter":"[]","defender_camps.stop":"[king, defenders]","dice.distance":"at_most","dice.faces":"6","dice.impossible":"pass","dice.kind":"none","dice.parity":"even","encirclement":"cut_off_from_edge","escape":"corners","exit_fort":"false","first":"attackers","king.armed":"full","king.beside_corner":"inherit","king.beside_throne":"surround","king.capture_takes_effect":"at_once","king.elsewhere":"custodial","king.on_edge":"custodial","king.on_throne":"surround","king.weak":"false","limits.king_side_moves":"none","limits.quiet_plies":"none","limits.total_plies":"none","no_move.attackers":"loses","no_move.defenders":"loses","range.attacker":"unlimited","range.commander":"unlimited","range.defender":"unlimited","range.king":"unlimited","range.knight":"unlimited","repetition.count":"3","repetition.result":"forbidden","repetition.scope":"position","throne.hostile_always":"[attackers]","throne.hostile_when_empty":"[defenders, king]","throne.pass":"[all]","throne.reenter":"[king]","throne.stop":"[king]"}},"players":["attackers","defenders"],"start":{"position":"3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a","throne":["d4"],"corners":["a1","g1","a7","g7"],"camps":[],"squares":{}}}');
INSERT INTO cells VALUES(2,'4ad4ec344e0d4ae4','brandubh-7 limits.king_side_moves=13 | random',1,'brandubh-7{limits.king_side_moves=13}','587ff9754abc07b0','random','random','single',5,0,60,12,'{"group":"brandubh-7","settings":[["limits.king_side_moves","13"]],"agents":"random","rules":{"title":"Brandubh, 7x7","family":"tafl","overrides":["limits.king_side_moves=13"],"parameters":{"attacker_camps.hostile_always":"[all]","attacker_camps.hostile_when_empty":"[]","attacker_camps.pass":"[]","attacker_camps.reenter":"[]","attacker_camps.shelter":"[]","attacker_camps.stop":"[attackers]","board.attacker_camps":"[]","board.corners":"marked","board.defender_camps":"[]","board.layout":"L8","board.size":"7","board.throne":"center","capture.leaders":"off","capture.linnaean":"false","capture.optional":"false","capture.shieldwall":"none","capture.shieldwall_flank_move":"true","capture.shieldwall_king_immune":"true","corners.hostile_always":"[all]","corners.hostile_when_empty":"[]","corners.pass":"[king]","corners.reenter":"[king]","corners.stop":"[king]","defender_camps.hostile_always":"[]","defender_camps.hostile_when_empty":"[]","defender_camps.pass":"[]","defender_camps.reenter":"[]","defender_camps.shelter":"[]","defender_camps.stop":"[king, defenders]","dice.distance":"at_most","dice.faces":"6","dice.impossible":"pass","dice.kind":"none","dice.parity":"even","encirclement":"cut_off_from_edge","escape":"corners","exit_fort":"false","first":"attackers","king.armed":"full","king.beside_corner":"inherit","king.beside_throne":"surround","king.capture_takes_effect":"at_once","king.elsewhere":"custodial","king.on_edge":"custodial","king.on_throne":"surround","king.weak":"false","limits.king_side_moves":"13","limits.quiet_plies":"none","limits.total_plies":"none","no_move.attackers":"loses","no_move.defenders":"loses","range.attacker":"unlimited","range.commander":"unlimited","range.defender":"unlimited","range.king":"unlimited","range.knight":"unlimited","repetition.count":"3","repetition.result":"forbidden","repetition.scope":"position","throne.hostile_always":"[attackers]","throne.hostile_when_empty":"[defenders, king]","throne.pass":"[all]","throne.reenter":"[king]","throne.stop":"[king]"}},"players":["attackers","defenders"],"start":{"position":"3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a","throne":["d4"],"corners":["a1","g1","a7","g7"],"camps":[],"squares":{}}}');
CREATE TABLE games (
  cell INTEGER NOT NULL REFERENCES cells (id),
  number INTEGER NOT NULL,
  swapped INTEGER NOT NULL,
  result TEXT NOT NULL CHECK (result IN ('first', 'draw', 'second', 'unfinished')),
  reason TEXT NOT NULL,
  plies INTEGER NOT NULL,
  captured_first INTEGER NOT NULL,
  captured_second INTEGER NOT NULL,
  mean_legal_moves REAL NOT NULL,
  seconds REAL NOT NULL,
  moves TEXT NOT NULL,
  choices INTEGER NOT NULL,
  throws INTEGER NOT NULL,
  passes INTEGER NOT NULL,
  longest_run INTEGER NOT NULL,
  longest_turn INTEGER NOT NULL,
  lead_changes INTEGER NOT NULL,
  throw_counts TEXT NOT NULL,
  search_values TEXT NOT NULL,
  PRIMARY KEY (cell, number)
);
INSERT INTO games VALUES(1,0,0,'unfinished','ply cap',60,2,1,33.383333333333332858,8.4208000000000004202e-05,'a4-a3 c4-c6 f4-f2 e4-e5 d7-f7 d5-c5 b4-c4 c5-a5 a3-a4 d3-c3 d6-g6 e5-g5 f7-f5 c3-c2 f5-f3 c6-c5 d1-e1 g5-e5 e1-e3 d4-d7 f2-f1 e5-d5 e3-b3 d7-c7 f3-g3 d5-d7 g4-e4 c5-g5 f1-f6 a5-d5 b3-b1 d7-d6 c4-c3 c7-c4 f6-f2 d5-a5 b1-e1 g5-g4 f2-f6 a5-g5 a4-a6 d6-d7 e1-b1 d7-f7 a6-c6 c4-c3 d2-f2 c3-c5 f2-f3 c2-d2 f3-d3 g5-d5 c6-c7 c5-c2 e4-e7 g4-g5 b1-b7 d2-f2 f6-f7 c2-c5',60,0,0,0,0,0,'','');
INSERT INTO games VALUES(2,0,0,'first','move limit',26,1,0,35.0,3.0632000000000000807e-05,'b4-b5 c4-c1 f4-f2 d5-e5 b5-b7 d3-b3 d6-f6 e4-f4 f6-g6 d4-c4 g6-b6 c4-d4 f2-f3 b3-b4 b6-e6 c1-c2 f3-c3 b4-c4 b7-c7 f4-f3 d2-f2 f3-f6 d1-e1 d4-f4 a4-a2 c2-b2',26,0,0,0,0,0,'','');
INSERT INTO games VALUES(1,1,0,'unfinished','ply cap',60,2,1,35.766666666666665718,6.8790999999999999175e-05,'b4-b5 c4-c2 b5-b7 d3-c3 d6-g6 e4-e2 d1-c1 e2-e4 a4-a3 e4-e6 d7-c7 d5-b5 c1-f1 e6-e2 f4-f7 e2-f2 f7-f3 b5-d5 g6-d6 d4-d3 b7-b6 c2-a2 b6-b2 c3-c2 a3-a4 c2-b2 f3-f6 b2-g2 f1-f3 a2-c2 g4-f4 c2-a2 f6-e6 d5-a5 f4-c4 a5-a6 f3-f1 g2-g5 c4-c1 a6-c6 d6-d5 d3-f3 a4-f4 c6-b6 f4-g4 a2-b2 g4-a4 b2-e2 e6-g6 e2-c2 d5-d7 c2-g2 d7-d3 g2-e2 d3-c3 g5-d5 g6-g5 e2-g2 c7-b7 f3-e3',60,0,0,0,0,0,'','');
INSERT INTO games VALUES(1,2,0,'unfinished','ply cap',60,2,1,34.766666666666665719,6.4824000000000001411e-05,'b4-b3 c4-c7 a4-a5 c7-c1 a5-a2 d3-g3 d2-d3 d5-b5 d1-f1 b5-f5 f1-e1 g3-g2 f4-f3 e4-e7 g4-g5 e7-e4 a2-f2 d4-c4 d3-c3 f5-c5 e1-d1 c5-e5 g5-f5 c1-c2 f2-e2 c4-b4 e2-d2 e5-a5 f3-g3 c2-b2 g3-d3 b4-b6 d3-g3 b2-b3 d6-g6 b6-d6 f5-f2 b3-b5 g6-g5 b5-f5 d2-b2 e4-a4 d1-f1 a4-a3 g3-g2 f5-b5 b2-d2 d6-c6 d2-c2 a5-a4 d7-d3 c6-e6 d3-d1 a3-d3 g5-g3 b5-b3 g3-g6 e6-b6 g6-e6 a4-f4',60,0,0,0,0,0,'','');
INSERT INTO games VALUES(1,3,0,'unfinished','ply cap',60,0,2,34.0833333333333357,6.5802000000000004584e-05,'d2-a2 c4-c6 b4-b1 c6-a6 f4-f3 d5-e5 f3-e3 d4-d5 d6-b6 d3-c3 b1-b3 d5-d2 d7-e7 e4-c4 g4-g2 d2-d4 a2-b2 c4-c5 a4-a5 d4-f4 b6-g6 f4-f7 e7-e6 e5-d5 g2-g5 c3-d3 e6-f6 d5-e5 a5-a3 c5-a5 e3-f3 a5-a6 f6-f5 e5-e6 b3-c3 e6-e3 c3-b3 a6-b6 b3-c3 e3-e2 f5-d5 f7-f5 g5-g2 f5-f7 b2-b3 b6-e6 d5-g5 e6-f6 d1-e1 e2-c2 e1-e3 c2-d2 g2-g4 f7-b7 g4-a4 d2-g2 g5-b5 f6-c6 b5-a5 c6-a6',60,0,0,0,0,0,'','');
INSERT INTO games VALUES(1,4,0,'unfinished','ply cap',60,2,0,34.249999999999999999,6.7035999999999999884e-05,'f4-f6 d3-e3 d7-f7 d5-f5 d6-a6 f5-f2 a4-a3 e3-c3 g4-g3 e4-e1 g3-g5 e1-e5 a6-a5 c3-c2 f6-e6 c4-c6 a3-g3 d4-f4 b4-b6 c6-c4 f7-b7 e5-e4 a5-e5 e4-e2 b6-d6 c2-d2 e5-d5 c4-c5 d1-c1 c5-b5 b7-d7 b5-b3 c1-c4 f2-f1 g5-g6 e2-e1 d7-f7 b3-b2 f7-f5 f1-f3 e6-e2 d2-d1 e2-e7 f3-d3 e7-e4 b2-b3 d5-a5 b3-b4 a5-d5 f4-f1 e4-e5 b4-b5 d6-a6 e1-e2 g6-g4 e2-d2 a6-b6 b5-b1 g4-f4 f1-e1',60,0,0,0,0,0,'','');
INSERT INTO games VALUES(1,5,0,'unfinished','ply cap',60,2,1,29.55000000000000071,6.250899999999999393e-05,'d7-b7 d3-e3 a4-a5 e3-b3 d2-c2 c4-c5 a5-a3 c5-c6 c2-c3 c6-b6 a3-b3 d5-e5 c3-c7 d4-d5 d6-c6 d5-d4 b3-a3 e5-d5 f4-f3 d5-b5 d1-d3 b5-c5 a3-b3 c5-c2 f3-f2 e4-e2 f2-f6 c2-c5 d3-d2 c5-b5 f6-f1 e2-e1 d2-d3 e1-e5 b4-c4 e5-e4 b3-c3 b5-b4 c6-g6 e4-e5 c7-e7 d4-d6 c3-b3 d6-d5 b3-a3 d5-d7 g6-e6 d7-d6 d3-d5 b4-b3 e6-f6 b6-a6 f6-f1 a6-b6 a3-a4 b3-e3 g4-f4 e5-f5 e7-f7 e3-e2',60,0,0,0,0,0,'','');
INSERT INTO games VALUES(1,6,0,'unfinished','ply cap',60,1,1,31.93333333333333357,6.3547000000000006692e-05,'a4-a6 d5-c5 a6-b6 c5-g5 d7-f7 e4-e7 b4-b1 g5-f5 d1-c1 e7-c7 d2-c2 f5-d5 b6-b2 c7-b7 c2-g2 d5-c5 f4-e4 c5-c6 c1-c2 b7-b6 g2-g3 c4-b4 c2-c5 c6-c7 d6-f6 d3-d2 c5-b5 b6-d6 f6-f3 d2-e2 b5-e5 c7-f7 f3-d3 f7-f1 e4-e3 e2-g2 e5-e6 g2-f2 e3-e2 d6-c6 b1-d1 b4-b3 e6-e4 d4-d7 d3-d6 b3-f3 e4-e3 f2-f6 g3-g2 d7-c7 e3-c3 f6-f3 c3-c4 f3-f4 c4-c2 c6-a6 d6-c6 f4-f3 b2-b1 f3-f4',60,0,0,0,0,0,'','');
INSERT INTO games VALUES(1,7,0,'unfinished','ply cap',60,1,2,33.86666666666666714,6.9684000000000005702e-05,'a4-a5 d5-c5 f4-f3 c5-b5 d6-f6 c4-c2 b4-b3 d4-b4 d2-f2 c2-c1 d7-d5 e4-e5 d5-c5 c1-c4 f6-c6 b4-b6 g4-g2 b6-a6 f2-d2 c4-c1 f3-f2 e5-e2 d2-c2 e2-e3 d1-d5 a6-b6 d5-d6 e3-e5 b3-a3 c1-e1 a3-g3 e1-e3 c2-b2 e3-d3 f2-f5 d3-b3 a5-a2 b3-d3 b2-b1 d3-e3 d6-e6 e3-d3 e6-e7 e5-e3 b1-d1 e3-e6 d1-e1 e6-g6 f5-d5 g6-g4 c6-g6 d3-a3 g2-f2 a3-b3 g3-d3 b6-b4 d5-f5 g4-f4 g6-g4 b4-a4',60,0,0,0,0,0,'','');
INSERT INTO games VALUES(1,8,0,'unfinished','ply cap',60,3,1,34.049999999999997156,6.3819999999999995439e-05,'b4-b2 d5-c5 b2-b5 c5-d5 f4-f3 c4-c1 g4-g3 c1-c2 b5-b4 d5-b5 b4-b1 e4-e2 f3-f5 c2-c1 a4-a2 d3-a3 d6-f6 b5-b6 d7-e7 d4-d3 f5-f4 c1-c4 f4-f5 b6-b3 f6-f7 b3-c3 g3-g2 e2-e1 f5-c5 d3-d4 e7-d7 e1-e3 g2-g4 d4-d6 g4-e4 d6-d4 f7-f2 c3-c1 c5-g5 c4-b4 g5-e5 e3-c3 d1-d2 c1-f1 d7-d6 d4-d3 e4-e1 c3-c6 e1-c1 c6-b6 c1-b1 b4-f4 d2-b2 d3-c3 d6-f6 b6-b7 f6-a6 f4-f6 b2-e2 b7-b6',60,0,0,0,0,0,'','');
INSERT INTO games VALUES(2,1,0,'first','move limit',26,0,0,34.423076923076919796,3.1816000000000001668e-05,'g4-g2 c4-c2 a4-a2 c2-c4 a2-a5 d5-f5 g2-f2 f5-f6 d2-b2 e4-e6 d6-a6 d3-e3 a5-e5 e3-e1 b4-a4 c4-c7 e5-d5 c7-c2 a6-b6 e1-e2 b6-b3 d4-e4 b3-e3 e6-e7 d1-b1 e4-c4',26,0,0,0,0,0,'','');
INSERT INTO games VALUES(2,2,0,'first','move limit',26,2,0,35.461538461538459898,2.9875999999999999913e-05,'b4-b6 e4-e6 d1-c1 d5-e5 c1-d1 e5-f5 b6-a6 c4-c5 d1-c1 d3-f3 a4-a3 f3-e3 d2-a2 e6-f6 c1-f1 f5-f2 g4-g2 c5-d5 d7-f7 e3-g3 f7-b7 f2-e2 f1-c1 g3-d3 b7-f7 d4-a4',26,0,0,0,0,0,'','');
INSERT INTO games VALUES(2,3,0,'first','move limit',26,0,0,36.5,3.0704999999999998245e-05,'g4-g5 c4-c2 d2-e2 d5-a5 g5-c5 a5-b5 b4-b1 e4-e7 d1-f1 d4-c4 f1-f2 c4-d4 f4-e4 d3-d1 d7-b7 c2-a2 d6-g6 d1-f1 e4-e3 f1-e1 b7-b6 e7-c7 g6-g2 a2-a3 c5-c6 c7-f7',26,0,0,0,0,0,'','');
INSERT INTO games VALUES(2,4,0,'second','king escaped',18,1,1,29.777777777777778567,1.8377999999999999208e-05,'b4-b1 e4-e2 a4-a5 e2-g2 b1-b5 c4-c1 a5-a6 c1-c6 f4-f6 d4-b4 a6-b6 d3-g3 f6-e6 b4-b1 b5-b2 d5-g5 e6-e3 b1-a1',18,0,0,0,0,0,'','');
INSERT INTO games VALUES(2,5,0,'first','move limit',26,0,2,35.730769230769233502,3.1956999999999999133e-05,'f4-f6 d5-g5 d2-a2 d3-f3 d6-c6 f3-c3 b4-b3 c3-c1 b3-b2 d4-d5 f6-g6 c1-c2 d1-e1 c2-e2 e1-f1 d5-d3 b2-b4 d3-d1 g4-g2 e2-e3 f1-f5 e3-c3 g2-f2 d1-d3 a4-a3 c3-c4',26,0,0,0,0,0,'','');
INSERT INTO games VALUES(2,6,0,'first','move limit',26,1,0,36.230769230769233502,2.9720000000000000053e-05,'g4-g3 d3-f3 g3-g6 f3-f2 f4-g4 e4-e1 a4-a5 d4-f4 d7-f7 f2-f3 a5-a3 f3-b3 f7-c7 f4-f7 d2-a2 b3-f3 g4-g2 c4-c1 g6-g5 e1-e5 c7-d7 f3-f1 g5-f5 c1-e1 g2-g6 e5-e6',26,0,0,0,0,0,'','');
INSERT INTO games VALUES(2,7,0,'first','move limit',26,1,2,32.0,2.800299999999999938e-05,'d1-e1 e4-e5 d7-f7 d5-a5 d2-d1 e5-e3 g4-g3 a5-e5 b4-b3 c4-c3 f4-f5 c3-c7 b3-b5 e3-e4 a4-a6 c7-e7 d6-d7 e4-f4 b5-d5 f4-f3 a6-d6 d3-a3 d6-e6 d4-b4 e6-e3 b4-b6',26,0,0,0,0,0,'','');
INSERT INTO games VALUES(2,8,0,'first','move limit',26,1,0,32.615384615384613198,2.7464999999999998771e-05,'b4-b3 e4-e3 d2-g2 e3-e1 b3-b1 e1-e2 d1-d2 d5-b5 d6-d5 e2-e3 b1-b2 e3-g3 g4-g5 b5-c5 d7-e7 d3-f3 f4-e4 c5-b5 d2-e2 f3-c3 e4-f4 g3-e3 d5-e5 b5-b6 g5-f5 c4-c6',26,0,0,0,0,0,'','');
INSERT INTO games VALUES(1,9,0,'first','king captured',47,0,1,37.212765957446805487,5.5242999999999999462e-05,'f4-f2 c4-c1 d6-b6 d5-c5 b6-g6 d3-c3 g6-b6 c5-c6 a4-a6 d4-d5 d2-c2 c6-e6 d1-e1 d5-b5 a6-a4 c3-a3 d7-d1 b5-d5 c2-c7 a3-c3 f2-c2 d5-d3 e1-f1 d3-d4 a4-a2 c3-d3 c2-e2 d4-d5 d1-e1 d3-g3 c7-f7 c1-c3 a2-a5 c3-a3 e2-a2 e4-e2 f7-c7 a3-c3 f1-f3 e6-e4 g4-g6 d5-d6 a5-g5 c3-c5 b6-b5 d6-b6 c7-b7',47,0,0,0,0,0,'','');
INSERT INTO games VALUES(1,10,0,'second','king escaped',24,0,1,33.666666666666664297,2.6625000000000000038e-05,'d7-c7 e4-e7 d2-g2 d5-f5 d6-g6 e7-e6 c7-b7 d4-d6 f4-f2 e6-e3 d1-d2 d6-a6 g6-c6 f5-b5 d2-d1 e3-a3 f2-f6 a3-c3 d1-d5 b5-c5 b7-b6 c3-a3 b6-b7 a6-a7',24,0,0,0,0,0,'','');
INSERT INTO games VALUES(1,11,0,'unfinished','ply cap',60,2,1,32.149999999999998578,6.3076000000000003917e-05,'d2-e2 c4-c2 b4-b6 c2-c6 f4-f6 c6-c7 g4-g5 c7-c4 e2-f2 e4-e6 f6-f5 d5-c5 a4-b4 e6-e1 f2-f4 e1-e6 f5-f7 c5-c6 f4-g4 d4-e4 b4-b2 d3-d5 b6-b5 c6-c5 d1-d2 c4-b4 b5-b6 e4-e2 g4-g2 c5-c1 b6-d6 e2-e3 f7-f1 e3-b3 f1-f4 c1-c2 d2-d1 c2-c4 g5-g3 c4-c5 g2-f2 e6-e3 d7-b7 c5-c3 d6-d3 c3-c7 f2-c2 e3-e7 f4-c4 e7-d7 c2-c1 b4-b6 c4-c5 b3-b5 g3-g4 d7-e7 g4-g6 b6-e6 b2-c2 b5-b6',60,0,0,0,0,0,'','');
INSERT INTO games VALUES(2,9,0,'first','move limit',26,1,0,34.230769230769233502,2.8926999999999999345e-05,'d2-g2 d3-g3 d6-e6 c4-c5 f4-f6 d5-e5 g4-g5 e5-f5 b4-b1 d4-d3 b1-b5 e4-f4 d7-c7 d3-b3 e6-a6 g3-e3 g5-g3 c5-e5 f6-c6 e5-e4 c6-c3 f5-e5 c3-c2 f4-f1 c2-c5 f1-f3',26,0,0,0,0,0,'','');
INSERT INTO games VALUES(2,10,0,'first','move limit',26,1,0,32.1923076923076934,2.8526000000000000982e-05,'f4-f7 c4-c3 b4-b1 c3-c1 d2-e2 c1-c3 f7-e7 e4-e5 e2-e4 c3-b3 e4-e1 d4-f4 d6-g6 d3-c3 d7-c7 b3-a3 a4-a6 d5-d7 a6-d6 c3-g3 g6-f6 g3-c3 g4-g3 a3-a5 c7-b7 f4-g4',26,0,0,0,0,0,'','');
INSERT INTO games VALUES(2,11,0,'second','king escaped',14,0,1,35.285714285714284699,1.6866000000000000809e-05,'d7-f7 c4-c2 b4-b2 d5-c5 a4-a5 d3-f3 d6-f6 d4-a4 d2-g2 e4-e1 d1-c1 c5-g5 c1-c2 a4-a1',14,0,0,0,0,0,'','');
COMMIT;
