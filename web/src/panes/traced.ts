// SPDX-License-Identifier: Apache-2.0
// What the tracing of elements has in common: instructions, attributes, and the answer.
import type { ArraySize } from '../engine/shapes';
import { product, ravel, unravel } from './indices';

/** One element of an operand, as a row-major number. */
export interface Source {
  operand: number;
  element: number;
  /** Of the array in an operand that is a tuple. */
  path?: readonly number[];
}

export interface Provenance {
  /** `copy`: the element of the only term; `products`: the sum of the products of each term's sources;
   *  `combined`: the terms combined by the applied computation. */
  kind: 'copy' | 'products' | 'combined';
  terms: Source[][];
  /** What the indices have to do with it, or "". */
  note: string;
}

export interface TracedInstruction {
  opcode: string;
  shape: string;
  operandShapes: readonly string[];
  /** The text from the closing parenthesis of the operands on. */
  attributes: string;
  /** The array of a tuple that is asked for; 0 without a tuple. */
  part: number;
  /** How the computation `select` compares its parameters, as `compare` names it; "" if it does
   *  something else, or does not exist. */
  direction: string;
}

/** Reads elements as texts. */
export interface Reader {
  operand: (operand: number, elements: number[]) => Promise<string[]>;
  /** Of the result, or of an array of a tuple. */
  result: (part: number, elements: number[]) => Promise<string[]>;
}

export const readNumbers = async (
  read: Reader,
  operand: number,
  elements: number[],
): Promise<number[]> => (await read.operand(operand, elements)).map(Number);

/** More terms are not listed. */
export const MAX_TERMS = 16_384;
export interface Traced extends TracedInstruction {
  result: ArraySize;
  operands: ArraySize[];
}

export function list(text: string, attribute: string): number[] {
  const found = new RegExp(`\\b${attribute}=\\{([^}]*)\\}`).exec(text)?.[1] ?? '';
  return found
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number);
}

export const number = (text: string, attribute: string, otherwise: number): number =>
  Number(new RegExp(`\\b${attribute}=(\\d+)`).exec(text)?.[1] ?? otherwise);

/** All indices of an array of these sizes, in row-major order. */
export function* indicesOf(sizes: readonly number[]): Generator<number[]> {
  const count = product(sizes);
  for (let k = 0; k < count; k++) yield unravel(k, sizes);
}

export const others = (rank: number, taken: readonly number[]): number[] =>
  Array.from({ length: rank }, (_, d) => d).filter((d) => !taken.includes(d));

export const copyOf = (
  operand: number,
  array: ArraySize,
  index: readonly number[],
): Provenance => ({
  kind: 'copy',
  terms: [[{ operand, element: ravel(index, array.dims) }]],
  note: '',
});
