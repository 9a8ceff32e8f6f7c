// tavlab completion SHELL, and tavlab manual DIR for the installation
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/io/files.h"
#include "tools/cli.h"
#include "tools/manual.h"
#include "tools/run_options.h"
#include "tools/usage.h"

namespace tavlab::cli {
namespace {

// The scripts know no commands: they ask `tavlab complete WORD...`, so that they fit every version.

constexpr std::string_view kBash = R"(# bash completion for tavlab
_tavlab() {
  local -a words=()
  local joins= word head= text meaning
  # bash breaks words at '=' and ':', tavlab does not.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ ${#words[@]} -gt 0 && ( -n $joins || $word =~ ^[=:]+$ ) ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
    joins=
    [[ $word =~ ^[=:]+$ ]] && joins=1
  done
  [[ ${#words[@]} -eq 0 ]] && words=("")
  word=${words[-1]}
  [[ $word == *[=:]* && $COMP_WORDBREAKS == *[=:]* ]] && head=${word%"${word##*[=:]}"}
  COMPREPLY=()
  while IFS=$'\t' read -r text meaning; do
    case $text in
      :files) compopt -o filenames; mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "${word##*[=:]}") ;;
      :folders) compopt -o filenames; mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "${word##*[=:]}") ;;
      *[=:,.]) compopt -o nospace; COMPREPLY+=("${text#"$head"}") ;;
      *) COMPREPLY+=("${text#"$head"}") ;;
    esac
  done < <("${COMP_WORDS[0]}" complete "${words[@]}" 2>/dev/null)
}
complete -F _tavlab tavlab
)";

constexpr std::string_view kZsh = R"(#compdef tavlab
_tavlab() {
  local line text meaning files folders
  local -a whole open
  while IFS= read -r line; do
    text=${line%%$'\t'*}
    meaning=${line#*$'\t'}
    case $text in
      :files) files=1 ;;
      :folders) folders=1 ;;
      *[=:,.]) open+=("${text//:/\\:}:$meaning") ;;
      *) whole+=("${text//:/\\:}:$meaning") ;;
    esac
  done < <("${words[1]}" complete "${(@Q)words[2,$CURRENT]}" 2>/dev/null)
  (( $#whole )) && _describe -t words 'word' whole
  (( $#open )) && _describe -t keys 'key' open -S ''
  if [[ -n $files || -n $folders ]]; then
    compset -P '*[=:]'
    if [[ -n $files ]]; then _files; else _files -/; fi
  fi
}
if [[ $funcstack[1] == _tavlab ]]; then
  _tavlab "$@"
else
  compdef _tavlab tavlab
fi
)";

constexpr std::string_view kFish = R"(# fish completion for tavlab
function __tavlab_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l head (string match -r '^.*[=:]' -- $words[-1])
    set -l rest (string replace -r '^.*[=:]' '' -- $words[-1])
    for line in ($words[1] complete $words[2..-1] 2>/dev/null)
        switch $line
            case ':files'
                for path in (__fish_complete_path $rest)
                    echo "$head$path"
                end
            case ':folders'
                for path in (__fish_complete_directories $rest)
                    echo "$head$path"
                end
            case '*'
                echo $line
        end
    end
end
complete -c tavlab -f -a '(__tavlab_complete)'
)";

std::string_view script_for(std::string_view shell) {
  return shell == "bash" ? kBash : shell == "zsh" ? kZsh : kFish;
}

/// Writes the manual pages and the scripts to where an installation has them below PREFIX.
void write_installed_files(const CLI::App& root, const std::filesystem::path& prefix) {
  const auto write = [&](const std::filesystem::path& name, std::string_view text) {
    make_folder((prefix / name).parent_path());
    write_file(prefix / name, text);
  };
  write("share/man/man1/tavlab.1", program_manual(root));
  for (const CLI::App* command : commands_of(root)) {
    write(fmt::format("share/man/man1/tavlab-{}.1", command->get_name()), command_manual(*command));
  }
  write("share/bash-completion/completions/tavlab", kBash);
  write("share/zsh/vendor-completions/_tavlab", kZsh);
  write("share/fish/vendor_completions.d/tavlab.fish", kFish);
}

}  // namespace

void add_completion_command(App& app, const CLI::App& root) {
  const auto shell = std::make_shared<std::string>();
  App* command =
      app.add_subcommand("completion", "Print a script that completes names with the tab key");
  command->add_option("SHELL", *shell, "The shell")
      ->required()
      ->check(one_of({"bash", "zsh", "fish"}));
  command->footer(
      "bash: put the script into ~/.local/share/bash-completion/completions/tavlab\n"
      "zsh: into a file _tavlab in a folder of $fpath\n"
      "fish: into ~/.config/fish/completions/tavlab.fish\n"
      "The Debian package has done so.");
  command->callback([shell] { fmt::print("{}", script_for(*shell)); });

  const auto prefix = std::make_shared<std::string>();
  App* manual = app.add_subcommand("manual", "Write manual pages and completions for packaging");
  manual->hide();
  manual->add_option("--out", *prefix, "The prefix, below which they are written")->required();
  manual->callback([prefix, &root] { write_installed_files(root, *prefix); });
}

}  // namespace tavlab::cli
