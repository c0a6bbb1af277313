// SPDX-License-Identifier: Apache-2.0
// The elements of the operands that one element of a result is made of, by the rules of docs/reference.
import { arraysIn } from '../engine/shapes';
import {
  number,
  type Provenance,
  type Reader,
  type Source,
  type Traced,
  type TracedInstruction,
} from './traced';
import { selectAndScatter, sort } from './traced_choices';
import { concatenate, dynamicSlice, gather, moved, pad, scatter, slice } from './traced_places';
import { convolution, dot, reduce, reduceWindow } from './traced_terms';

const TRACERS: Readonly<
  Record<
    string,
    (
      traced: Traced,
      element: number,
      read: Reader,
    ) => Provenance | null | Promise<Provenance | null>
  >
> = {
  broadcast: moved,
  concatenate,
  convolution,
  dot,
  'dynamic-slice': dynamicSlice,
  gather,
  pad,
  reduce,
  'reduce-window': reduceWindow,
  reverse: moved,
  scatter,
  'select-and-scatter': selectAndScatter,
  slice,
  sort,
  transpose: moved,
};

/** Ops whose result may be a tuple. */
export const HAS_PARTS: ReadonlySet<string> = new Set(['sort']);

export const isTraced = (opcode: string): boolean =>
  opcode in TRACERS || opcode === 'tuple' || opcode === 'get-tuple-element';

/** The array that is an element of a tuple, or that a tuple is made of; null where tuples are nested. */
export function throughTuple(
  { opcode, attributes }: Pick<TracedInstruction, 'opcode' | 'attributes'>,
  path: readonly number[],
  element: number,
): Source | null {
  if (opcode === 'get-tuple-element' && path.length === 0) {
    return { operand: 0, element, path: [number(attributes, 'index', 0)] };
  }
  const [operand, ...rest] = path;
  if (opcode !== 'tuple' || operand === undefined || rest.length > 0) return null;
  return { operand, element };
}

/** What an element is made of; null where that is not known here or is too much to list. */
export async function provenanceOf(
  instruction: TracedInstruction,
  element: number,
  read: Reader,
): Promise<Provenance | null> {
  const { opcode, shape, operandShapes, part } = instruction;
  const operands = operandShapes.map(arraysIn);
  if (!operands.every((found) => found.length === 1)) return null;
  if (shape.startsWith('(') && !HAS_PARTS.has(opcode)) return null;
  const result = arraysIn(shape)[part];
  if (result === undefined) return null;
  return (
    (await TRACERS[opcode]?.(
      { ...instruction, result, operands: operands.flat() },
      element,
      read,
    )) ?? null
  );
}
