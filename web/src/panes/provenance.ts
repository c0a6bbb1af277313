// SPDX-License-Identifier: Apache-2.0
// The elements of the operands that one element of a result is made of, by the rules of docs/reference.
import { arraysIn } from '../engine/shapes';
import type { Provenance, ReadIndices, Traced, TracedInstruction } from './traced';
import { concatenate, dynamicSlice, gather, moved, pad, scatter, slice } from './traced_places';
import { convolution, dot, reduce, reduceWindow } from './traced_terms';

const TRACERS: Readonly<
  Record<
    string,
    (
      traced: Traced,
      element: number,
      read: ReadIndices,
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
  slice,
  transpose: moved,
};

export const isTraced = (opcode: string): boolean => opcode in TRACERS;

/** What an element is made of; null where that is not known here or is too much to list. */
export async function provenanceOf(
  instruction: TracedInstruction,
  element: number,
  read: ReadIndices,
): Promise<Provenance | null> {
  const arrays = [instruction.shape, ...instruction.operandShapes].map(arraysIn);
  const isArray = arrays.every((found) => found.length === 1);
  if (!isArray || instruction.shape.startsWith('(')) return null;
  const [result, ...operands] = arrays.flat();
  if (result === undefined) return null;
  return (
    (await TRACERS[instruction.opcode]?.({ ...instruction, result, operands }, element, read)) ??
    null
  );
}
