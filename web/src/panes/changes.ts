// SPDX-License-Identifier: Apache-2.0
// What the pane of changes says: totals, changes by computation, and the parts of two lines that differ.
import { groupDigits, plural, shortBytes, shortCount } from '../base/sizes';
import type { ArrayComparison } from '../comparison/arrays';
import type { ComparedResults } from '../comparison/compare';
import type { ComparedProgram, InstructionChange, ProgramDifference, OpRow } from '../engine/types';
import { bareShape, withoutLayout } from '../engine/shapes';
import type { Evaluation } from '../program/evaluation';
import { rootOf } from '../program/selection';
import { unravel } from './indices';
import { missingReason } from './reasons';

export interface ChangeGroup {
  computation: string;
  changes: InstructionChange[];
}

/** Changes of one computation after the other. */
export function byComputation(changes: readonly InstructionChange[]): ChangeGroup[] {
  const groups: ChangeGroup[] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last?.computation === change.computation) last.changes.push(change);
    else groups.push({ computation: change.computation, changes: [change] });
  }
  return groups;
}

export interface ChangeCounts {
  added: number;
  removed: number;
  changed: number;
}

export function countChanges(changes: readonly InstructionChange[]): ChangeCounts {
  const counts = { added: 0, removed: 0, changed: 0 };
  for (const { before, after } of changes) {
    if (before < 0) counts.added += 1;
    else if (after < 0) counts.removed += 1;
    else counts.changed += 1;
  }
  return counts;
}

/** The same without changes of layouts. */
export function withoutLayouts({
  programs,
  unchanged,
  changes,
}: ProgramDifference): ProgramDifference {
  const others = changes.filter(({ what }) => String(what) !== 'layout');
  const bare = others.map((change): InstructionChange => {
    const what = change.what.filter((word) => word !== 'layout');
    return { ...change, what, lines: change.lines.map(bareShape) as [string, string] };
  });
  return { programs, unchanged: unchanged + changes.length - bare.length, changes: bare };
}

/** `12 instructions were added, 3 removed, and 1 changed; 40 are the same.` */
export function changesSentence({ changes, unchanged }: ProgramDifference): string {
  const counts = Object.entries<number>({ ...countChanges(changes) }).filter(
    ([, count]) => count > 0,
  );
  if (counts.length === 0) {
    return 'Nothing: all instructions are the same; names and metadata are not compared.';
  }
  const parts = counts.map(([what, count], k) => {
    const number =
      k > 0 ? groupDigits(count) : plural(count, 'instruction was', 'instructions were');
    return `${number} ${what}`;
  });
  const list = new Intl.ListFormat('en').format(parts);
  return `${list}; ${groupDigits(unchanged)} ${unchanged === 1 ? 'is' : 'are'} the same.`;
}

export interface Total {
  name: string;
  before: string;
  after: string;
  /** `−12 %` or `−3`; "" for equal numbers. */
  change: string;
}

const signed = (value: number, text: string): string =>
  `${value > 0 ? '+' : '−'}${text.replace(/^-/, '')}`;

const differenceOf = (before: number, after: number): string =>
  before === after ? '' : signed(after - before, groupDigits(Math.abs(after - before)));

function percentOf(before: number, after: number): string {
  if (before === after) return '';
  if (before === 0) return 'new';
  const percent = (100 * (after - before)) / before;
  const digits = Math.abs(percent) < 10 ? percent.toFixed(1) : String(Math.round(percent));
  return signed(percent, `${digits}\u202f%`);
}

/** What both programs have of instructions, work and memory. */
export function totalsOf([before, after]: readonly [ComparedProgram, ComparedProgram]): Total[] {
  const row = (
    name: string,
    key: keyof ComparedProgram,
    text: (value: number) => string,
    change: (before: number, after: number) => string = percentOf,
  ): Total[] => {
    const [a, b] = [before[key], after[key]];
    if (a === undefined || b === undefined) return [];
    return [{ name, before: text(a), after: text(b), change: change(a, b) }];
  };
  return [
    ...row('instructions', 'instructions', groupDigits, differenceOf),
    ...row('computations', 'computations', groupDigits, differenceOf),
    ...row('FLOPs', 'flops', shortCount),
    ...row('bytes read and written', 'bytes', shortBytes),
    ...row('peak memory beside arguments', 'peakBytes', shortBytes),
  ];
}

export interface Piece {
  text: string;
  differs: boolean;
}

/** Longer lines are compared by their beginning and their end alone. */
const MAX_TOKENS = 400;
/** A layout is one token. */
const TOKEN = /\{[^{}\s]*\}|%?[\w.-]+|\s+|[^\w\s]/g;
const NAME = /^%/;

/** Marks the tokens that are not in the longest common subsequence. */
function marksOf(a: readonly string[], b: readonly string[]): [boolean[], boolean[]] {
  const marks: [boolean[], boolean[]] = [a.map(() => true), b.map(() => true)];
  let first = 0;
  while (first < a.length && first < b.length && a[first] === b[first]) first += 1;
  let last = 0;
  const limit = Math.min(a.length, b.length) - first;
  while (last < limit && a[a.length - 1 - last] === b[b.length - 1 - last]) last += 1;
  const same = (i: number, j: number): void => {
    marks[0][i] = false;
    marks[1][j] = false;
  };
  for (let k = 0; k < first; k += 1) same(k, k);
  for (let k = 1; k <= last; k += 1) same(a.length - k, b.length - k);
  const [rows, columns] = [a.length - last - first, b.length - last - first];
  if (rows > MAX_TOKENS || columns > MAX_TOKENS) return marks;
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  const equal = (i: number, j: number): boolean => a[first + i] === b[first + j];
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = equal(i, j)
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (equal(i, j)) same(first + i++, first + j++);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return marks;
}

const piecesOf = (tokens: readonly string[], marks: readonly boolean[]): Piece[] => {
  const pieces: Piece[] = [];
  for (const [k, text] of tokens.entries()) {
    const differs = marks[k] === true && text.trim() !== '';
    const last = pieces.at(-1);
    if (last?.differs === differs) last.text += text;
    else pieces.push({ text, differs });
  }
  return pieces;
};

/** The lines of a changed instruction, with the tokens that differ. Names are no difference, unless the
 *  operands have changed. */
export function differingPieces({ lines, what }: InstructionChange): [Piece[], Piece[]] {
  const [a, b] = lines.map((line) => line.match(TOKEN) ?? []);
  if (a === undefined || b === undefined) return [[], []];
  const plain = (tokens: readonly string[]): string[] =>
    what.includes('operands') ? [...tokens] : tokens.map((text) => text.replace(/^%.*/, '%'));
  const marks = marksOf(plain(a), plain(b));
  // The instruction's own name is not an operand.
  for (const [k, tokens] of [a, b].entries()) {
    const own = tokens.findIndex((text) => NAME.test(text));
    const list = marks[k];
    if (own >= 0 && list !== undefined) list[own] = false;
  }
  return [piecesOf(a, marks[0]), piecesOf(b, marks[1])];
}

const rounded = (value: number): string =>
  value < 1e-3 || value >= 1e6 ? value.toExponential(2) : String(Number(value.toPrecision(3)));

/** How an array of the results differs: `all 12 elements are equal`. */
export function resultSentence(comparison: ArrayComparison): string {
  const { comparable } = comparison;
  const [before, after] = comparison.shapes.map(withoutLayout);
  if (!comparable) return `${before} became ${after}`;
  const shapes = before === after ? '' : `${before} became ${after}: `;
  return shapes + elementsSentence(comparison);
}

function elementsSentence(comparison: ArrayComparison): string {
  const { compared, elements, different, absolute, relative, worst } = comparison;
  const all = compared < elements ? `the first ${groupDigits(compared)}` : groupDigits(elements);
  if (different === 0) return elements === 1 ? 'equal' : `all of ${all} elements are equal`;
  const many =
    elements === 1
      ? 'differs'
      : `${groupDigits(different)} of ${all} ${different === 1 ? 'elements differs' : 'elements differ'}`;
  if (worst === null) return many;
  const index = unravel(worst.element, worst.dims);
  const place = elements === 1 ? '' : ` at [${index.join(',')}]`;
  const values = `${worst.texts[0]} became ${worst.texts[1]}`;
  if (Number.isNaN(absolute)) return `${many}; the first one${place}: ${values}`;
  const size = Number.isFinite(absolute)
    ? `by at most ${rounded(absolute)} (relative: ${rounded(relative)})`
    : 'a number is not finite';
  return `${many}, ${size}${place}: ${values}`;
}

/** `+3 −1 ~2`, or "no change" */
export function countsText({ added, removed, changed }: ChangeCounts): string {
  const parts = [
    added > 0 ? `+${groupDigits(added)}` : '',
    removed > 0 ? `−${groupDigits(removed)}` : '',
    changed > 0 ? `~${groupDigits(changed)}` : '',
  ];
  return parts.filter((text) => text !== '').join(' ') || 'no change';
}

/** Whether arrays differ in sizes, type or elements. */
export const isDifferent = ({ different, comparable, shapes }: ArrayComparison): boolean =>
  different > 0 || !comparable || withoutLayout(shapes[0]) !== withoutLayout(shapes[1]);

/** How all results differ, in a few words. */
export function resultsInShort(compared: ComparedResults): { text: string; differ: boolean } {
  if ('problem' in compared) return { text: compared.problem, differ: false };
  const differing = compared.arrays.filter(isDifferent);
  if (differing.length === 0) return { text: 'same result', differ: false };
  const most = Math.max(...differing.map(({ absolute }) => absolute));
  const size = Number.isFinite(most) && most > 0 ? ` by at most ${rounded(most)}` : '';
  return { text: `result differs${size}`, differ: true };
}

/** The modules that are compared with those before them: the stages of one module of a dump. */
export function stagePairs(names: readonly string[]): { before: number; after: number }[] {
  const moduleOf = (name: string): string => /^(.*?): /.exec(name)?.[1] ?? '';
  return names.flatMap((name, after) =>
    after > 0 && moduleOf(name) === moduleOf(names[after - 1] ?? '')
      ? [{ before: after - 1, after }]
      : [],
  );
}

/** Why a module has no result. */
export function noResultText(
  module: string,
  evaluation: Evaluation,
  ops: readonly OpRow[],
): string {
  const root = rootOf(evaluation.analysis)?.outline;
  const begin = `Module ${module} has no result to compare`;
  if (root === undefined) return `${begin}.`;
  const { text } = missingReason(evaluation, root, ops, new Set());
  return `${begin}: its root '${root.name}' has ${text.replace(/^No /, 'no ')}`;
}
