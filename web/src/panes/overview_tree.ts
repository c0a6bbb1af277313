// SPDX-License-Identifier: Apache-2.0
// The rows of the overview: computations as a tree, fusions and loops under their callers.
import { runsItsComputations } from '../engine/calls';
import type { Analysis, ComputationOutline, InstructionOutline } from '../engine/types';
import type { Selection } from '../program/selection';

export interface TreeRow {
  /** The way from the top: it tells rows apart that show the same computation. */
  key: string;
  level: number;
  computation: number;
  /** Null: the row is the computation itself. */
  outline: InstructionOutline | null;
  expandable: boolean;
  expanded: boolean;
  /** Its place among the rows of the same parent, from 1. */
  position: number;
  siblings: { count: number };
}

/** What only brings values from one place to another. */
const PLUMBING = new Set(['parameter', 'constant', 'get-tuple-element', 'tuple', 'bitcast']);

export interface TreeOptions {
  /** Rows that are open, by key. */
  open: ReadonlySet<string>;
  /** Whether plumbing is shown, too. */
  all: boolean;
}

const keyOf = (parent: string, part: string | number): string => `${parent}/${part}`;
export const computationKey = (index: number): string => String(index);

/** Computations that are run by instructions of others; the rest stands at the top. */
function calledOnes({ computations }: Analysis): Set<number> {
  const called = new Set<number>();
  for (const { instructions } of computations) {
    for (const outline of instructions) {
      if (runsItsComputations(outline)) for (const call of outline.calls) called.add(call);
    }
  }
  return called;
}

class Rows {
  readonly rows: TreeRow[] = [];
  /** The rows of the last parent at each level. */
  private readonly siblings: { count: number }[] = [];

  constructor(
    private readonly analysis: Analysis,
    private readonly options: TreeOptions,
  ) {}

  private add(row: Omit<TreeRow, 'position' | 'siblings'>): void {
    this.siblings.length = Math.min(this.siblings.length, row.level + 1);
    const siblings = (this.siblings[row.level] ??= { count: 0 });
    siblings.count += 1;
    this.rows.push({ ...row, position: siblings.count, siblings });
  }

  computation(index: number, key: string, level: number, path: readonly number[]): void {
    const computation = this.analysis.computations[index];
    if (computation === undefined) return;
    const expanded = this.options.open.has(key);
    const expandable = computation.instructions.length > 0 && !path.includes(index);
    this.add({ key, level, computation: index, outline: null, expandable, expanded });
    if (expanded && expandable) this.inside(computation, index, key, level + 1, [...path, index]);
  }

  private inside(
    { instructions }: ComputationOutline,
    index: number,
    key: string,
    level: number,
    path: readonly number[],
  ): void {
    for (const outline of instructions) {
      if (outline.synthesized || (!this.options.all && PLUMBING.has(outline.opcode))) continue;
      this.instruction(outline, index, keyOf(key, outline.id), level, path);
    }
  }

  private instruction(
    outline: InstructionOutline,
    index: number,
    key: string,
    level: number,
    path: readonly number[],
  ): void {
    const calls = runsItsComputations(outline) ? outline.calls : [];
    const expandable = calls.some((call) => !path.includes(call));
    const expanded = expandable && this.options.open.has(key);
    this.add({ key, level, computation: index, outline, expandable, expanded });
    if (!expanded) return;
    const [only] = calls;
    if (calls.length === 1 && only !== undefined) {
      // A fusion is its computation: no row of its own for that.
      const computation = this.analysis.computations[only];
      if (computation) this.inside(computation, only, key, level + 1, [...path, only]);
      return;
    }
    for (const call of calls) this.computation(call, keyOf(key, `c${call}`), level + 1, path);
  }
}

/** The rows on show: the entry first, then what nothing runs as it stands. */
export function treeRows(analysis: Analysis, options: TreeOptions): TreeRow[] {
  const { computations } = analysis;
  const called = calledOnes(analysis);
  const top = computations
    .map((_, index) => index)
    .filter((index) => computations[index]?.entry === true || !called.has(index))
    .sort((a, b) => Number(computations[b]?.entry) - Number(computations[a]?.entry) || a - b);
  const made = new Rows(analysis, options);
  for (const index of top) made.computation(index, computationKey(index), 0, []);
  return made.rows;
}

/** The keys to open so that an instruction is on show, from the top. */
export function keysTo(analysis: Analysis, selection: Selection): string[] {
  const { computations } = analysis;
  const callers = new Map<number, { computation: number; outline: InstructionOutline }>();
  computations.forEach(({ instructions }, computation) => {
    for (const outline of instructions) {
      if (!runsItsComputations(outline)) continue;
      for (const call of outline.calls) {
        if (!callers.has(call)) callers.set(call, { computation, outline });
      }
    }
  });
  const steps: { call: number; outline: InstructionOutline }[] = [];
  let at = computations.findIndex(({ name }) => name === selection.computation);
  const seen = new Set<number>();
  for (let caller = callers.get(at); caller && !seen.has(at); caller = callers.get(at)) {
    seen.add(at);
    steps.unshift({ call: at, outline: caller.outline });
    at = caller.computation;
  }
  if (at < 0) return [];
  const keys = [computationKey(at)];
  for (const { call, outline } of steps) {
    const own = keyOf(keys.at(-1) ?? '', outline.id);
    keys.push(own);
    if (outline.calls.length > 1) keys.push(keyOf(own, `c${call}`));
  }
  return keys;
}

/** What a computation is for, in a word or two. */
export function roleOf(analysis: Analysis, index: number): string {
  const computation = analysis.computations[index];
  if (computation === undefined) return '';
  if (computation.entry) return 'entry';
  const root = computation.instructions.find((outline) => outline.root);
  for (const { instructions } of analysis.computations) {
    const user = instructions.find(({ calls }) => calls.includes(index));
    if (user === undefined) continue;
    if (user.opcode === 'while') return user.calls[0] === index ? 'condition' : 'body';
    if (user.opcode === 'fusion') return 'fused';
    return root ? `${user.opcode} · ${root.opcode}` : user.opcode;
  }
  return 'not used';
}
