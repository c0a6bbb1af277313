#!/usr/bin/env python3
"""Tests of mutant_sites.py and mutant_program.py. Last line: "N passed, N failed, N skipped"."""
import json
import pathlib
import sys
import tempfile
import unittest

import mutant_program
import mutant_sites


def switched(body):
    """Operator -> the text of a function with this place switched."""
    text = "int F(int a, int b) {\n" + body + "\n}\n"
    found = {}
    for site in mutant_sites.sites(text):
        found.setdefault(site.operator, []).append(mutant_sites.instrumented(text, {7: site}).split("\n")[1].strip())
    return found


class OfMutantSites(unittest.TestCase):
    def test_comparison_keeps_its_precedence(self):
        self.assertEqual(switched("  return a + b < 3;")["less"], ["return a + b < ::hlo_mutant::Less{7} < 3;"])

    def test_either_operand_of_and_is_dropped(self):
        found = switched("  return Is(a, b) && b > 0;")
        self.assertEqual(found["drop-right"], ["return Is(a, b) && (::hlo_mutant::On(7) || b > 0);"])
        self.assertEqual(found["drop-left"], ["return ((::hlo_mutant::On(7) || Is(a, b))) && b > 0;"])

    def test_operand_of_or_may_hold_and(self):
        self.assertEqual(switched("  return a || b && Is(b);")["drop-right"][0], "return a || (!::hlo_mutant::On(7) && b && Is(b));")

    def test_condition_with_a_declaration_stays(self):
        self.assertNotIn("negate-if", switched("  if (int c = a) return b;"))
        self.assertIn("negate-if", switched("  if (a) return b;"))

    def test_statement_in_a_line_of_its_own_is_dropped(self):
        self.assertEqual(switched("  a = b;")["drop-statement"], ["if (!::hlo_mutant::On(7)) { a = b; }"])
        self.assertNotIn("drop-statement", switched("  int c = b;"))
        self.assertNotIn("drop-statement", switched("  return F(a, b);"))

    def test_reserving_memory_is_not_dropped(self):
        self.assertNotIn("drop-statement", switched("  a.reserve(b);"))
        self.assertIn("drop-statement", switched("  a.resize(b);"))

    def test_constant_expressions_comments_and_strings_have_no_places(self):
        self.assertEqual(switched("  constexpr int kSize = 3;"), {})
        self.assertEqual(switched('  // if (a < b) return true;\n  Say("a && b");'.replace("Say", "return Say")), {})

    def test_places_in_messages_are_known(self):
        text = 'Status F() {\n  if (a < b) return Fail("x", "{}", {a == b});\n}\n'
        ranges = mutant_sites.in_messages(text)
        inside = [site.operator for site in mutant_sites.sites(text) if any(first <= site.start < last for first, last in ranges)]
        self.assertEqual(inside, ["equal"])


class OfParts(unittest.TestCase):
    def divided(self, count):
        """The parts of a file with `count` cases, in order."""
        cases = ",\n".join(f'  {{\n   "id": "op.case-{k}",\n   "hlo": ["x"]\n  }}' for k in range(count))
        with tempfile.TemporaryDirectory() as folder:
            source, target = pathlib.Path(folder, "source"), pathlib.Path(folder, "target")
            source.mkdir(), target.mkdir()
            (source / "op.json").write_text(f'{{\n "format": 1,\n "op": "op",\n "cases": [\n{cases}\n ]\n}}\n')
            mutant_program.divide(source, target)
            return [json.loads(path.read_text()) for path in sorted(target.glob("*.json"))]

    def test_every_case_is_in_one_part(self):
        parts = self.divided(50)
        self.assertEqual([case["id"] for part in parts for case in part["cases"]], [f"op.case-{k}" for k in range(50)])
        self.assertEqual([len(part["cases"]) for part in parts], [24, 24, 2])

    def test_parts_keep_the_op_and_the_format(self):
        self.assertEqual({(part["format"], part["op"]) for part in self.divided(30)}, {(1, "op")})

    def test_file_without_cases_has_no_parts(self):
        self.assertEqual(self.divided(0), [])


if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=sys.stderr, verbosity=0).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]))
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)
