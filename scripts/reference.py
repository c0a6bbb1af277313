"""Parses the rule book, docs/reference/*.md: sections, anchors, rules, choices, and entries of ops.

A heading `### 8.3 ...` is followed by `<a id="..."></a>`. A rule is a list item `- **C3** sentence`,
a choice `- **Choice C5** sentence`; lines with deeper indentation belong to it. A rule of an op has the
code OP.C3; other codes are unchanged (G4, L03)."""
import pathlib
import re
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs/reference"
PAGES = ("ops", "hlo-text", "layout", "numerics", "collectives", "imports")

HEADING = re.compile(r"^(#{2,5}) (?:(\d+(?:\.\d+)*)\.? )?(.*)$")
ANCHOR = re.compile(r'^<a id="([^"]+)"></a>$')
ITEM = re.compile(r"^( *)- \*\*(Choice )?([A-Z]{1,2}\d+)\*\* (.*)$")


@dataclass
class Section:
    page: str
    number: str  # "" if the heading has none
    title: str
    anchors: list = field(default_factory=list)
    lines: list = field(default_factory=list)

    @property
    def link(self):
        return f"docs/reference/{self.page}.md#{self.anchors[0]}"

    @property
    def opcodes(self):
        """The ops in the heading of the section."""
        is_list = re.fullmatch(r"`[a-z0-9-]+`(, `[a-z0-9-]+`)*", self.title)
        return re.findall(r"`([^`]+)`", self.title) if is_list and self.page == "ops" else []


@dataclass
class Rule:
    name: str  # C3, G4, L03, "choice C5"
    sentence: str
    details: list
    section: Section


@dataclass
class Reference:
    sections: list
    rules: dict  # by code: pad.C3, G4, L03, choice C5

    def section(self, page, number):
        return next((s for s in self.sections if s.page == page and s.number == number), None)

    def op(self, opcode):
        return next((s for s in self.sections if opcode in s.opcodes), None)

    def builder_names(self):
        """Functions of the builder, which vectors also cite: name -> section."""
        names = {}
        for section in self.sections:
            for line in section.lines:
                if line.startswith("- **Builder**"):
                    for name in re.findall(r"[A-Z]\w+", line.removeprefix("- **Builder**")):
                        names.setdefault(name, section)
        return names


def read_page(page):
    sections, inside_code = [], False
    for line in (FOLDER / f"{page}.md").read_text().splitlines():
        inside_code ^= line.lstrip().startswith("```")
        heading = None if inside_code else HEADING.match(line)
        anchor = ANCHOR.match(line)
        if heading:
            sections.append(Section(page, heading.group(2) or "", heading.group(3)))
        elif anchor and sections:
            sections[-1].anchors.append(anchor.group(1))
        elif sections:
            sections[-1].lines.append(line)
    return sections


def rules_of(section):
    rule, depth = None, 0
    for line in section.lines:
        item = ITEM.match(line)
        if item:
            indentation, choice, number, sentence = item.groups()
            code = f"choice {number}" if choice else number
            is_of_op = section.opcodes and not choice and number.startswith("C")
            codes = [f"{opcode}.{number}" for opcode in section.opcodes] if is_of_op else [code]
            rule, depth = Rule(code, sentence, [], section), len(indentation)
            yield from ((code, rule) for code in codes)
        elif rule and line.startswith(" " * (depth + 2)) and line.strip():
            rule.details.append(line[depth + 2:])
        elif line.strip():
            rule = None


def load():
    sections = [section for page in PAGES for section in read_page(page)]
    rules = {}
    for section in sections:
        for code, rule in rules_of(section):
            if code in rules:
                raise ValueError(f"{code} must be described only once: {section.link}")
            rules[code] = rule
    return Reference(sections, rules)
