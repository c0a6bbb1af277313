// SPDX-License-Identifier: Apache-2.0
// The rule book of docs/reference, as scripts/gen_rule_book.py writes it: what `hlo explain` and `hlo ops`
// print. It is fetched after everything else.
import url from '../generated/rule_book.json?url';

export interface RuleExample {
  /** `command`: a program that breaks the rule when it runs with the command in `name`. */
  kind: 'program' | 'shape' | 'command';
  /** The id of a conformance vector, or a command. */
  name: string;
  text: string;
}

export interface Rule {
  /** Markdown: the rule as a sentence, then details. */
  text: string;
  /** Its place in the repository. */
  link: string;
  breaks: RuleExample | null;
  fits: RuleExample | null;
}

export interface RuleBook {
  /** By code: `pad.C3`, `V01`, `G4`. */
  rules: Readonly<Record<string, Rule>>;
  /** By opcode. `text` is Markdown. */
  ops: Readonly<Record<string, { text: string; link: string }>>;
}

let fetched: Promise<RuleBook> | null = null;

async function fetchRuleBook(): Promise<RuleBook> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the rule book did not load: ${response.status}`);
  return (await response.json()) as RuleBook;
}

/** The rule book; a failed request is repeated by the next call. */
export function ruleBook(): Promise<RuleBook> {
  fetched ??= fetchRuleBook().catch((error: unknown) => {
    fetched = null;
    throw error;
  });
  return fetched;
}
