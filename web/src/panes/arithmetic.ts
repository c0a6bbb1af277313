// SPDX-License-Identifier: Apache-2.0
// The arithmetic of one element, where each operand gives one element.
import { byteToUnit } from '../base/text';
import type { InstructionOutline } from '../engine/types';
import { bracketEnd } from '../program/line';

const SIGNS: Readonly<Record<string, string>> = {
  add: '+',
  subtract: '-',
  multiply: '×',
  divide: '÷',
  and: '&',
  or: '|',
  xor: '^',
};

/** The text of an instruction from the closing parenthesis of its operands on. */
export function attributesOf(text: string, { span, opcodeSpan }: InstructionOutline): string {
  const unit = byteToUnit(text);
  const open = text.indexOf('(', unit(opcodeSpan[1]));
  const close = open < 0 ? -1 : bracketEnd(text, open);
  return close < 0 ? '' : text.slice(close, unit(span[1]));
}

/** Ops that keep the row-major number of every element. */
const KEEPS_PLACE = new Set(['reshape', 'copy', 'bitcast-convert', 'optimization-barrier']);

const dimsOf = (shape: string): string | null => /^\w+\[([^\]]*)\]/.exec(shape)?.[1] ?? null;

/** For each operand the row-major number of the element that is used for `element`; null where an
 *  element is not made of one element of each operand. */
export function sourcesOf(
  outline: InstructionOutline,
  operands: readonly InstructionOutline[],
  elementwise: boolean,
  element: number,
): number[] | null {
  if (operands.length === 0 || (!elementwise && !KEEPS_PLACE.has(outline.opcode))) return null;
  const dims = dimsOf(outline.shape);
  const sources = operands.map(({ shape }) => {
    const own = dimsOf(shape);
    if (own === null || dims === null) return -1;
    if (own === dims || KEEPS_PLACE.has(outline.opcode)) return element;
    return own === '' ? 0 : -1;
  });
  return sources.includes(-1) ? null : sources;
}

/** `a + b`, or `max(a, b)`: the pieces between the operands. */
export function formulaPieces(opcode: string, count: number): string[] {
  const sign = SIGNS[opcode];
  if (sign !== undefined && count === 2) return ['', ` ${sign} `, ''];
  const between = Array.from({ length: Math.max(0, count - 1) }, () => ', ');
  return [`${opcode}(`, ...between, ')'];
}
