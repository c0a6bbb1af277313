// SPDX-License-Identifier: Apache-2.0
// The instruction that a message is about, with the shapes that its rule compares.
import { byteToUnit } from '../base/text';
import { arraysIn, type ArraySize } from '../engine/shapes';
import type { ComputationOutline, InstructionOutline, Span } from '../engine/types';
import type { Evaluation } from './evaluation';
import { bracketEnd, type Part } from './line';
import type { Message } from './messages';

export interface SiteOperand {
  name: string;
  /** As it is written: maybe with a shape and a percent sign. */
  written: string;
  span: Span;
  /** Null for a tuple or an unknown shape. */
  array: ArraySize | null;
}

export interface FaultSite {
  evaluation: Evaluation;
  computation: ComputationOutline;
  outline: InstructionOutline;
  operands: SiteOperand[];
  /** The shape that is written for the result. */
  result: ArraySize | null;
}

/** The array that a shape is; null for a tuple or dynamic sizes. */
export function arrayOf(shape: string): ArraySize | null {
  const arrays = arraysIn(shape);
  const [array] = arrays;
  if (shape.trimStart().startsWith('(') || arrays.length !== 1 || array === undefined) return null;
  return shape.includes('<=') ? null : array;
}

const holds = ([begin, end]: Span, at: number): boolean => begin <= at && at < end;

function lastBefore({ instructions }: ComputationOutline, at: number): InstructionOutline | null {
  let found: InstructionOutline | null = null;
  for (const outline of instructions) {
    const isLater = found === null || outline.span[0] >= found.span[0];
    if (!outline.synthesized && outline.span[0] <= at && isLater) found = outline;
  }
  return found;
}

export function siteOf(evaluation: Evaluation, message: Message): FaultSite | null {
  const { text, analysis } = evaluation;
  const [at] = message.span;
  const computation = analysis.computations.find(({ span }) => holds(span, at));
  const outline = computation && lastBefore(computation, at);
  if (computation === undefined || outline === null || outline === undefined) return null;
  const unit = byteToUnit(text);
  const used = new Set(outline.operands);
  const defined = new Map(
    computation.instructions.filter(({ id }) => used.has(id)).map((found) => [found.id, found]),
  );
  const operands = outline.operands.map((id, k): SiteOperand => {
    const span = outline.operandSpans[k] ?? [0, 0];
    return {
      name: defined.get(id)?.name ?? '',
      written: text.slice(unit(span[0]), unit(span[1])),
      span,
      array: arrayOf(defined.get(id)?.shape ?? ''),
    };
  });
  return { evaluation, computation, outline, operands, result: arrayOf(outline.shape) };
}

export const sameDims = (a: ArraySize, b: ArraySize): boolean =>
  a.dims.length === b.dims.length && a.dims.every((size, d) => size === b.dims[d]);

/** `f32[2,3]` */
export const arrayText = ({ type, dims }: ArraySize): string => `${type}[${dims.join(',')}]`;

/** The part of the text where the attributes stand, from the closing parenthesis of the operands on; in
 *  editor offsets. */
export function attributesPart({ evaluation, outline }: FaultSite): Part | null {
  const { text } = evaluation;
  const unit = byteToUnit(text);
  const open = text.indexOf('(', unit(outline.opcodeSpan[1]));
  const from = open < 0 ? -1 : bracketEnd(text, open);
  if (from < 0) return null;
  // A span that was found without the engine ends at the first brace.
  const lineEnd = text.indexOf('\n', from);
  return { from, to: Math.max(unit(outline.span[1]), lineEnd < 0 ? text.length : lineEnd) };
}

/** An attribute that is a list in braces, and where it stands in the text. */
export function listAttribute(
  site: FaultSite,
  name: string,
): { dims: number[]; part: Part } | null {
  const attributes = attributesPart(site);
  if (attributes === null) return null;
  const { text } = site.evaluation;
  const found = new RegExp(`\\b${name}=\\{([\\d,\\s]*)\\}`).exec(
    text.slice(attributes.from, attributes.to),
  );
  if (found === null) return null;
  const from = attributes.from + found.index;
  const numbers = (found[1] ?? '').split(',').filter((number) => number.trim() !== '');
  return { dims: numbers.map(Number), part: { from, to: from + found[0].length } };
}
