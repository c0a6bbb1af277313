"""Places of a source file where a mutant can be switched on while the program runs.

`sites` finds them, and `instrumented` writes a source in which each place asks `hlo_mutant::On(NUMBER)` (MUTANT_HEADER). So
one build has thousands of mutants. Places in constant expressions cannot be switched; `On` is false there."""
import re

MUTANT_HEADER = r"""#pragma once
#include <algorithm>
#include <initializer_list>
#include <type_traits>
namespace hlo_mutant {
extern int active;
extern unsigned char reached[];
constexpr bool On(int number) {
  if (std::is_constant_evaluated()) return false;
  reached[number] = 1;
  return active == number;
}
// The types of an operator have no other one.
constexpr void Refuse(int number) {
  if (!std::is_constant_evaluated() && reached[number] == 0) reached[number] = 2;
}
template <class T>
constexpr T Number(int number, T value) { return On(number) ? value + 1 : value; }
constexpr int One(int number) { return On(number) ? 0 : 1; }
#define HLO_MUTANT_OPERATOR(Name, op, other, allowed)                                                \
  struct Name { int number; };                                                                       \
  template <class A> struct Name##Left { const A& a; int number; };                                  \
  template <class A> constexpr Name##Left<A> operator op(const A& a, Name m) { return {a, m.number}; } \
  template <class A, class B> constexpr decltype(auto) operator op(Name##Left<A> left, const B& b) {  \
    if constexpr (allowed && requires { left.a other b; }) {                                         \
      using T = decltype(left.a op b);                                                               \
      return On(left.number) ? static_cast<T>(left.a other b) : left.a op b;                         \
    } else {                                                                                         \
      Refuse(left.number);                                                                           \
      return left.a op b;                                                                            \
    }                                                                                                \
  }
HLO_MUTANT_OPERATOR(Less, <, <=, true)
HLO_MUTANT_OPERATOR(LessEqual, <=, <, true)
HLO_MUTANT_OPERATOR(Greater, >, >=, true)
HLO_MUTANT_OPERATOR(GreaterEqual, >=, >, true)
HLO_MUTANT_OPERATOR(Equal, ==, !=, true)
HLO_MUTANT_OPERATOR(NotEqual, !=, ==, true)
HLO_MUTANT_OPERATOR(Plus, +, -, (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>))
HLO_MUTANT_OPERATOR(Minus, -, +, (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>))
template <int kNumber>
struct Extremes {
  template <class T> static constexpr T min(const T& a, const T& b) { return On(kNumber) ? std::max(a, b) : std::min(a, b); }
  template <class T> static constexpr T max(const T& a, const T& b) { return On(kNumber) ? std::min(a, b) : std::max(a, b); }
  template <class T> static constexpr T min(std::initializer_list<T> list) { return On(kNumber) ? std::max(list) : std::min(list); }
  template <class T> static constexpr T max(std::initializer_list<T> list) { return On(kNumber) ? std::min(list) : std::max(list); }
};
}  // namespace hlo_mutant
"""
ON = "::hlo_mutant::On(@)"  # @: the number of the mutant
BINARY = {"less": ("<", "Less"), "less-equal": ("<=", "LessEqual"), "greater": (">", "Greater"), "greater-equal": (">=", "GreaterEqual"),
          "equal": ("==", "Equal"), "not-equal": ("!=", "NotEqual"), "plus": ("+", "Plus"), "minus": ("-", "Minus")}
OPPOSITE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+"}
STOP_AFTER = re.compile(r"&&|\|\||[,;?)\]}]| : ")
DROPPED = re.compile(r"(?<=[;{}]\n)( +)((?! |[\w.]*\.reserve\(|__builtin_prefetch|HLO_ASSIGN|HLO_TRY\([^,]* |static_assert|return|throw|delete)(?:[\w:.\->\[\]()*+ ]*[\w\])]|[*][\w\[\]]+) ?(?:[|&+\-*/]?= [^;\n{]+|\([^;\n{]*\));)(?=\n)")
DECLARATION = re.compile(r"^(?:[\w:<>]+[&*]? )+[\w\[\]]+ (?:=|\()|^[\w:<>]+[&*]? [\w]+\(")


class Site:
    """A place, and the (position, text) to insert there."""

    def __init__(self, operator, start, insertions, what):
        self.operator, self.start, self.insertions, self.what = operator, start, insertions, what


def code_only(text):
    """The text with comments, strings, characters, and preprocessor lines blanked, so that places stay."""
    blank = lambda found: re.sub(r"[^\n]", "\x00", found[0])
    return re.sub(r"//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)'|\n#(?:[^\n]*\\\n)*[^\n]*|template <[^\n]*>", blank, text)


def closing(code, start):
    """The bracket that closes the one before `start`."""
    depth = 1
    for position in range(start, len(code)):
        depth += (code[position] in "([{") - (code[position] in ")]}")
        if not depth:
            return position
    return len(code)


def end_of_operand(code, start, stop):
    position = start
    while position < len(code):
        if code[position] in "([{":
            position = closing(code, position + 1) + 1
            continue
        if stop.match(code, position):
            return start + len(code[start:position].rstrip())
        position += 1
    return position


def start_of_operand(code, end, logical_too=False):
    """`logical_too`: the operand may have && and ||."""
    depth, position = 0, end
    while position > 0:
        letter = code[position - 1]
        depth += (letter in ")]}") - (letter in "([{")
        if depth < 0 or (letter == ";" and not depth):
            return position
        if not depth and re.match(r",|\?" if logical_too else r"&&|\|\||,|\?", code[position - 1:position + 1]):
            return position + (code[position - 1:position + 1] in ("&&", "||"))
        if not depth and re.search(r"(?: : | [|&+\-*/]?=[ \n]|\breturn[ \n])$", code[max(0, position - 8):position]):
            return position
        position -= 1
    return 0


def logical(code):
    """Drops an operand of && or ||."""
    for found in re.finditer(r" (&&|\|\|)(?=\s)", code):
        is_and = found[1] == "&&"
        kept = f"({ON} || " if is_and else f"(!{ON} && "
        stop = STOP_AFTER if is_and else re.compile(STOP_AFTER.pattern.replace("&&|", ""))
        end = end_of_operand(code, found.end() + 1, stop)
        yield Site("drop-right", found.start(), [(found.end() + 1, kept), (end, ")")], f"the operand behind `{found[1]}` is dropped")
        begin = start_of_operand(code, found.start())
        if code[begin - 2:begin] not in ("&&", "||"):
            begin += len(code[begin:]) - len(code[begin:].lstrip())
            yield Site("drop-left", found.start(), [(begin, f"({kept}"), (found.start(), "))")], f"the operand before `{found[1]}` is dropped")


def conditions(code):
    for found in re.finditer(r"\bif \(", code):
        end = closing(code, found.end())
        inside = code[found.end():end]
        if ";" not in inside and " = " not in inside:
            yield Site("negate-if", found.start(), [(found.end(), f"{ON} != static_cast<bool>("), (end, ")")], "the condition is negated")


    for found in re.finditer(r" \?(?=\s)", code):
        begin = start_of_operand(code, found.start(), logical_too=True)
        begin += len(code[begin:]) - len(code[begin:].lstrip())
        yield Site("negate-choice", found.start(), [(begin, f"({ON} != static_cast<bool>("), (found.start(), "))")], "the condition of `?` is negated")


def statements(code):
    """Drops a call, an assignment, or a check in a line of its own."""
    for found in DROPPED.finditer(code):
        if not DECLARATION.match(found[2]) and not re.match(r"(?:const|auto|static|using|if|for|while|case|else|public|explicit|constexpr)\b", found[2]):
            yield Site("drop-statement", found.start(2), [(found.start(2), f"if (!{ON}) {{ "), (found.end(2), " }")], "the statement is dropped")


def replacements(code):
    for name, (sign, proxy) in BINARY.items():
        ending = r"(?!1\b(?![.\w]))" if name in ("plus", "minus") else ""
        for found in re.finditer(rf" {re.escape(sign)}(?= {ending})", code):
            yield Site(name, found.start(), [(found.end(), f" ::hlo_mutant::{proxy}{{@}} {sign}")], f"`{sign}` -> `{OPPOSITE[sign]}`")
    for name, sign in (("plus-one", "+"), ("minus-one", "-")):
        for found in re.finditer(rf" {re.escape(sign)} 1\b(?![.\w'])", code):
            yield Site(name, found.start(), [(found.end() - 1, "::hlo_mutant::One(@) + 0 * ")], f"`{sign} 1` -> nothing")
    for found in re.finditer(r"std::(min|max)(?=[(<])", code):
        yield Site(found[1], found.start(), [(found.start(), "::hlo_mutant::Extremes<@>::"), (found.start(), None)], f"`{found[0]}` -> the other")
    for found in re.finditer(r"(?:return |, |\(| = )(true|false)(?=[;,)}])", code):
        yield Site(found[1], found.start(), [(found.start(1), f"{ON} != ")], f"`{found[1]}` -> the other")
    for found in re.finditer(r"(?<== )(\d+)(?=;\n)", code):
        yield Site("constant", found.start(), [(found.start(), "::hlo_mutant::Number(@, "), (found.end(), ")")], f"`{found[1]}` -> `{int(found[1]) + 1}`")


def sites(text):
    """All places that a switch can reach, in order."""
    code = code_only(text)
    found = [site for maker in (replacements, logical, conditions, statements) for site in maker(code)]
    is_vector_code = "HWY_" in text  # operators of vectors cannot be called from a function without their target
    kept = [site for site in found if not (is_vector_code and site.operator in BINARY)]
    return sorted((site for site in kept if not fixed(code, site.start)), key=lambda site: (site.start, site.operator))


def fixed(code, start):
    """Whether the place is in a constant expression, as far as its line tells."""
    line = code[code.rfind("\n", 0, start) + 1:code.find("\n", start)]
    return bool(re.search(r"\bif constexpr|\bstatic_assert|\bconstexpr\b.*=|\brequires\b|\boperator\b|= default", line))


def in_messages(text):
    """The ranges of what only messages show, which no vector compares."""
    code = code_only(text)
    return [(found.start(), closing(code, found.end())) for found in re.finditer(r"\b(?:Fail|WithNote|Warn|Note|Add\w*Error)\(", code)]


def instrumented(text, chosen):
    """`chosen`: number -> Site."""
    edits = []
    for number, site in chosen.items():
        width = len(text)
        for position, new in site.insertions:
            if new is None:  # the name behind Extremes<>:: has no std::
                edits.append((position, width, "std::", ""))
            else:
                edits.append((position, width - abs(site.insertions[-1][0] - position), "", new.replace("@", str(number))))
    pieces, at = [], 0
    for position, _, old, new in sorted(edits, key=lambda edit: (edit[0], not edit[3].startswith(")"), edit[2], edit[1])):
        pieces += [text[at:position], new]
        at = position + len(old)
    return "".join(pieces) + text[at:]
