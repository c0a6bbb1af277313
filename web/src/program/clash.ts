// SPDX-License-Identifier: Apache-2.0
// The shapes that a broken rule compares, with the parts that do not go together.
import type { ArraySize } from '../engine/shapes';
import { listAttribute, sameDims, type FaultSite } from './fault_site';
import type { Message } from './messages';

export interface ClashPiece {
  text: string;
  clash: boolean;
}

export interface ClashRow {
  /** `operand 0`, `result`. */
  role: string;
  /** The name of the operand, or "". */
  name: string;
  pieces: ClashPiece[];
}

interface Marks {
  type?: boolean;
  /** `all`: the whole list of dimensions. */
  dims?: readonly number[] | 'all';
}

function piecesOf({ type, dims }: ArraySize, marks: Marks): ClashPiece[] {
  const all = marks.dims === 'all';
  const marked = new Set<number>(marks.dims === 'all' ? [] : marks.dims);
  const sizes = dims.flatMap((size, d) => [
    ...(d > 0 ? [{ text: ',', clash: all }] : []),
    { text: String(size), clash: all || marked.has(d) },
  ]);
  return [
    { text: type, clash: marks.type === true },
    { text: '[', clash: all },
    ...sizes,
    { text: ']', clash: all },
  ];
}

const differing = (a: ArraySize, b: ArraySize): readonly number[] | 'all' =>
  a.dims.length === b.dims.length
    ? a.dims.flatMap((size, d) => (size === b.dims[d] ? [] : [d]))
    : 'all';

function operandRow(site: FaultSite, k: number, marks: Marks): ClashRow[] {
  const operand = site.operands[k];
  if (operand?.array == null) return [];
  return [{ role: `operand ${k}`, name: operand.name, pieces: piecesOf(operand.array, marks) }];
}

function resultRow({ result }: FaultSite, marks: Marks): ClashRow[] {
  return result === null ? [] : [{ role: 'result', name: '', pieces: piecesOf(result, marks) }];
}

/** The first two operands that differ in what `same` compares. */
function differingPair(
  { operands }: FaultSite,
  same: (a: ArraySize, b: ArraySize) => boolean,
): [number, number] | null {
  for (let a = 0; a < operands.length; a++) {
    for (let b = a + 1; b < operands.length; b++) {
      const [first, second] = [operands[a]?.array, operands[b]?.array];
      if (first && second && !same(first, second)) return [a, b];
    }
  }
  return null;
}

function pairRows(site: FaultSite, [a, b]: [number, number], marks: Marks): ClashRow[] {
  return [...operandRow(site, a, marks), ...operandRow(site, b, marks)];
}

function dimsClash(site: FaultSite): ClashRow[] {
  const pair = differingPair(site, sameDims);
  const [first, second] = (pair ?? []).map((k) => site.operands[k]?.array ?? null);
  if (pair === null || !first || !second) return [];
  return pairRows(site, pair, { dims: differing(first, second) });
}

function typesClash(site: FaultSite): ClashRow[] {
  const pair = differingPair(site, (a, b) => a.type === b.type);
  return pair === null ? [] : pairRows(site, pair, { type: true });
}

const ARRAY = /^(\w+)\[([\d,]*)\]/;

function arrayIn(text: string): ArraySize | null {
  const [, type, dims] = ARRAY.exec(text) ?? [];
  if (type === undefined || dims === undefined) return null;
  return { type, dims: dims === '' ? [] : dims.split(',').map(Number) };
}

/** `... must be SHAPE, got SHAPE` */
export function neededResult({ message }: Message): { needed: ArraySize; got: ArraySize } | null {
  const [, first = '', second = ''] =
    /result\b.* must be (\w+\[[\d,]*\]).*, got (\w+\[[\d,]*\])/.exec(message) ?? [];
  const [needed, got] = [arrayIn(first), arrayIn(second)];
  return needed === null || got === null ? null : { needed, got };
}

function resultClash(message: Message): ClashRow[] {
  const found = neededResult(message);
  if (found === null) return [];
  const marks = {
    type: found.needed.type !== found.got.type,
    dims: differing(found.needed, found.got),
  };
  return [
    { role: 'written', name: '', pieces: piecesOf(found.got, marks) },
    { role: 'fits', name: '', pieces: piecesOf(found.needed, marks) },
  ];
}

const SIZES = /got \d+ in lhs dimension (\d+) and \d+ in rhs dimension (\d+)/;
const LIKE_OPERAND = /dimension (\d+) of operand (\d+) must be .* like operand (\d+)/;
const LIKE_DIMENSION = /result dimension (\d+) must be .* like operand dimension (\d+)/;

function numbersIn(pattern: RegExp, text: string): number[] | null {
  const found = pattern.exec(text);
  return found === null ? null : found.slice(1).map(Number);
}

/** Empty when the rule compares no shapes. */
export function clashOf(site: FaultSite | null, message: Message): ClashRow[] {
  const ofResult = resultClash(message);
  if (ofResult.length > 0) return ofResult;
  if (site === null) return [];
  const told = message.message;
  if (told.includes('operand dimensions must match')) return dimsClash(site);
  if (told.includes('operand types must match')) return typesClash(site);
  const [left, right] = numbersIn(SIZES, told) ?? [];
  if (left !== undefined && right !== undefined) {
    return [...operandRow(site, 0, { dims: [left] }), ...operandRow(site, 1, { dims: [right] })];
  }
  const [dimension = 0, operand, like] = numbersIn(LIKE_OPERAND, told) ?? [];
  if (operand !== undefined && like !== undefined) {
    return pairRows(site, [like, operand], { dims: [dimension] });
  }
  const [ofTheResult, ofOperand] = numbersIn(LIKE_DIMENSION, told) ?? [];
  if (ofTheResult !== undefined && ofOperand !== undefined) {
    return [
      ...operandRow(site, 0, { dims: [ofOperand] }),
      ...resultRow(site, {
        dims: [listAttribute(site, 'dimensions')?.dims[ofOperand] ?? ofTheResult],
      }),
    ];
  }
  if (told.includes('predicate must be a scalar or have dimensions')) {
    return pairRows(site, [0, 1], { dims: 'all' });
  }
  if (/the result must have \d+ elements/.test(told)) {
    return [...operandRow(site, 0, { dims: 'all' }), ...resultRow(site, { dims: 'all' })];
  }
  return [];
}
