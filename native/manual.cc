// SPDX-License-Identifier: Apache-2.0
#include "native/manual.h"

#include <algorithm>
#include <cstdio>

#include "hlo/hlo.h"
#include "native/command_line.h"
#include "native/command_table.h"

namespace hlo::cli {
namespace {

using Strings = std::vector<std::string_view>;

std::string Joined(const Strings& words) {
  std::string text;
  for (std::string_view word : words) text += (text.empty() ? "" : " ") + std::string(word);
  return text;
}

// With each character of `special` after `escape`.
std::string Escaped(std::string_view text, std::string_view special, std::string_view escape) {
  std::string out;
  for (char c : text) {
    if (special.find(c) != std::string_view::npos) out += escape;
    out += c;
  }
  return out;
}

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

Strings CommandNames() {
  Strings names;
  for (const Command& command : Commands()) names.push_back(command.name);
  return names;
}

// The options of a command, with those of all commands.
std::vector<Option> OptionsOf(const Command& command) {
  std::vector<Option> options(command.options.begin(), command.options.end());
  options.insert(options.end(), CommonOptions().begin(), CommonOptions().end());
  return options;
}

// ---- manual page ----

std::string Roff(std::string_view text) {
  std::string out = Replaced(Replaced(std::string(text), "\\", "\\e"), "-", "\\-");
  return !out.empty() && (out[0] == '.' || out[0] == '\'') ? "\\&" + out : out;
}

std::string RoffOption(const Option& option) {
  std::string text = ".TP\n";
  if (!option.short_name.empty()) text += "\\fB" + Roff(option.short_name) + "\\fR, ";
  text += "\\fB" + Roff(option.name) + "\\fR";
  if (!option.value.empty()) text += " \\fI" + Roff(option.value) + "\\fR";
  return text + "\n" + Roff(option.help) + "\n";
}

std::string RoffCommand(const Command& command) {
  std::string text = ".SS \"hlo " + std::string(command.name);
  if (!command.arguments.empty()) text += " " + Roff(command.arguments);
  text += "\"\n" + Roff(command.summary) + "\n";
  for (const Option& option : command.options) text += RoffOption(option);
  return text;
}

// ---- zsh ----

std::string ZshOption(const Option& option) {
  const std::string help = Escaped(option.help, "[]:\\", "\\");
  std::string action = " ";
  if (!option.Choices().empty()) action = "(" + Joined(option.Choices()) + ")";
  if (option.IsPath()) action = "_files";
  const std::string value = ":" + Escaped(option.value, ":\\", "\\") + ":" + action;
  const auto spec = [&](std::string_view name, std::string_view sign) {
    std::string text = (option.repeats ? "*" : "") + std::string(name);
    if (option.TakesValue()) text += std::string(sign);
    text += "[" + help + "]" + (option.TakesValue() ? value : "");
    return "        '" + Replaced(std::move(text), "'", "'\\''") + "' \\\n";
  };
  return spec(option.name, "=") + (option.short_name.empty() ? "" : spec(option.short_name, ""));
}

std::string ZshCommand(const Command& command) {
  std::string text = "    " + std::string(command.name) + ")\n      _arguments \\\n";
  for (const Option& option : OptionsOf(command)) text += ZshOption(option);
  const std::string choices = Joined(command.Choices());
  text += choices.empty() ? "        '*:file:_files'" : "        '1:choice:(" + choices + ")'";
  return text + " ;;\n";
}

// ---- fish ----

std::string FishQuoted(std::string_view text) { return "'" + Escaped(text, "\\'", "\\") + "'"; }

std::string FishOption(const std::string& when, const Option& option) {
  std::string text = "complete -c hlo" + when + " -l " + std::string(option.name.substr(2));
  if (!option.short_name.empty()) text += " -s " + std::string(option.short_name.substr(1));
  if (option.IsPath()) {
    text += " -r -F";
  } else if (option.TakesValue()) {
    text += " -x";
    if (!option.Choices().empty()) text += " -a " + FishQuoted(Joined(option.Choices()));
  }
  return text + " -d " + FishQuoted(option.help) + "\n";
}

constexpr char kBashBody[] =
    R"(  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local words=
  if [ "$current" = = ]; then current=; fi
  if [ "$previous" = = ]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
  if [ "$COMP_CWORD" = 1 ] || { [ "$COMP_CWORD" = 2 ] && [ "${COMP_WORDS[1]}" = help ]; }; then
    words="@COMMANDS@"
    if [ "$COMP_CWORD" = 1 ]; then words="$words help --help --version"; fi
  else
    case "${COMP_WORDS[1]} $previous" in
@CHOICES@      *)
        case "${COMP_WORDS[1]} $current" in
@FLAGS@        esac ;;
    esac
  fi
  # No words: names of files.
  # shellcheck disable=SC2207
  COMPREPLY=($(compgen -W "$words" -- "$current"))
)";

}  // namespace

std::string ManPage() {
  std::string text = ".TH HLO 1 \"\" \"hlo " + std::string(api::kVersion) +
                     "\" \"HLO Playground\"\n.SH NAME\nhlo \\- evaluate HLO programs and run the "
                     "HLO conformance suite\n.SH SYNOPSIS\n.B hlo\n.I COMMAND\n"
                     "[\\fIOPTION\\fR]...\n.SH DESCRIPTION\n"
                     "Parses, verifies, evaluates, and explains programs in HLO, the intermediate "
                     "representation of the compiler XLA.\nResults go to standard output, "
                     "diagnostics to standard error.\n"
                     "A \\fIFILE\\fR can be \\- for standard input.\n.SH COMMANDS\n";
  for (const Command& command : Commands()) text += RoffCommand(command);
  text += ".SH OPTIONS OF ALL COMMANDS\n";
  for (const Option& option : CommonOptions()) text += RoffOption(option);
  text += ".SH EXIT STATUS\n";
  for (const ExitStatus& status : ExitStatuses()) {
    text += ".TP\n.B " + std::to_string(status.number) + "\n" + Roff(status.meaning) + "\n";
  }
  return text +
         ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\n"
         "If it is set and not empty, \\fB\\-\\-color auto\\fR prints no colors.\n";
}

std::string BashCompletion() {
  std::string choices, flags;
  for (const Command& command : Commands()) {
    const std::string name(command.name);
    Strings all;
    std::string paths;
    for (const Option& option : OptionsOf(command)) {
      all.push_back(option.name);
      const std::string pattern = "'" + name + " " + std::string(option.name) + "'";
      if (!option.Choices().empty()) {
        choices += "      " + pattern + ") words='" + Joined(option.Choices()) + "' ;;\n";
      } else if (option.TakesValue()) {
        paths += (paths.empty() ? "" : " | ") + pattern;
      }
    }
    if (!paths.empty()) choices += "      " + paths + ") ;;\n";
    flags += "          '" + name + " -'*) words='" + Joined(all) + "' ;;\n";
    if (!command.Choices().empty()) {
      flags += "          '" + name + " '*) words='" + Joined(command.Choices()) + "' ;;\n";
    }
  }
  std::string body = Replaced(kBashBody, "@COMMANDS@", Joined(CommandNames()));
  body = Replaced(Replaced(std::move(body), "@CHOICES@", choices), "@FLAGS@", flags);
  return "# bash completion of hlo, written by `hlo completions bash`\n_hlo() {\n" + body +
         "}\ncomplete -o bashdefault -o default -F _hlo hlo\n";
}

std::string ZshCompletion() {
  std::string text =
      "#compdef hlo\n# zsh completion of hlo, written by `hlo completions zsh`\n_hlo() {\n"
      "  local -a commands\n  commands=(\n";
  for (const Command& command : Commands()) {
    text += "    '" + std::string(command.name) + ":" +
            Replaced(Escaped(command.summary, ":\\", "\\"), "'", "'\\''") + "'\n";
  }
  text +=
      "    'help:print the usage of a command'\n  )\n"
      "  if (( CURRENT == 2 )) || { (( CURRENT == 3 )) && [[ $words[2] == help ]]; }; then\n"
      "    _describe command commands\n    return\n  fi\n"
      "  shift words\n  (( CURRENT-- ))\n  case $words[1] in\n";
  for (const Command& command : Commands()) text += ZshCommand(command);
  return text +
         "  esac\n}\n"
         "if [[ $funcstack[1] == _hlo ]]; then _hlo \"$@\"; else compdef _hlo hlo; fi\n";
}

std::string FishCompletion() {
  std::string text = "# fish completion of hlo, written by `hlo completions fish`\n";
  for (const Command& command : Commands()) {
    text += "complete -c hlo -n __fish_use_subcommand -f -a " + std::string(command.name) + " -d " +
            FishQuoted(command.summary) + "\n";
  }
  text += "complete -c hlo -n __fish_use_subcommand -f -a help -d 'print the usage of a command'\n";
  text += "complete -c hlo -n '__fish_seen_subcommand_from help' -f -a " +
          FishQuoted(Joined(CommandNames())) + "\n";
  for (const Command& command : Commands()) {
    const std::string when = " -n '__fish_seen_subcommand_from " + std::string(command.name) + "'";
    for (const Option& option : OptionsOf(command)) text += FishOption(when, option);
    if (command.Choices().empty()) continue;
    text += "complete -c hlo" + when + " -f -a " + FishQuoted(Joined(command.Choices())) + "\n";
  }
  return text;
}

int CompletionsCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("completions", given);
  if (!args) return kBadInput;
  const std::string shell = args->rest.size() == 1 ? args->rest[0] : "";
  if (shell != "bash" && shell != "zsh" && shell != "fish") {
    PrintError("completions", "takes bash, zsh, or fish");
    return kBadInput;
  }
  PrintOut(shell == "bash"  ? BashCompletion()
           : shell == "zsh" ? ZshCompletion()
                            : FishCompletion());
  return kSuccess;
}

int ManCommand(const std::vector<std::string>& given) {
  const auto args = ParseArgs("man", given);
  if (!args) return kBadInput;
  if (!args->rest.empty()) {
    PrintError("man", "takes no arguments");
    return kBadInput;
  }
  PrintOut(ManPage());
  return kSuccess;
}

}  // namespace hlo::cli
