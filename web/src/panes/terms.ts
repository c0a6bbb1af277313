// SPDX-License-Identifier: Apache-2.0
// The terms of an element with their values, in the order in which they matter.
import type { Ask } from '../engine/protocol';
import type { Analysis, InstructionOutline } from '../engine/types';
import { numberOf } from './number_format';
import { provenanceOf } from './provenance';
import type { Provenance, Source, TracedInstruction } from './traced';

export interface Term {
  sources: (Source & { text: string })[];
  /** The product of the sources; NaN if they are not real numbers. */
  value: number;
}

export interface Terms {
  kind: Provenance['kind'];
  note: string;
  /** The opcode that combines the terms, or "". */
  combiner: string;
  /** The ones that matter most first. */
  terms: Term[];
}

/** The opcode of the root of the computation that an instruction applies. */
export function combinerOf(analysis: Analysis, { calls }: InstructionOutline): string {
  const applied = analysis.computations[calls[0] ?? -1];
  return applied?.instructions.find(({ root }) => root)?.opcode ?? '';
}

/** How much a term matters: what a maximum or minimum selects, else what is far from zero. A NaN decides
 *  every result. */
export function weightOf(value: number, combiner: string): number {
  if (Number.isNaN(value)) return Infinity;
  if (combiner === 'maximum') return value;
  return combiner === 'minimum' ? -value : Math.abs(value);
}

export interface TermsQuery {
  ask: Ask;
  analysis: Analysis;
  device: number;
  outline: InstructionOutline;
  operands: readonly InstructionOutline[];
  attributes: string;
  element: number;
}

export async function termsOf(query: TermsQuery): Promise<Terms | null> {
  const { ask, analysis, device, outline, operands, attributes, element } = query;
  const read = (operand: number, elements: number[]): Promise<string[]> =>
    ask('gather', analysis.program, device, operands[operand]?.id ?? -1, [], elements);
  const traced: TracedInstruction = {
    opcode: outline.opcode,
    shape: outline.shape,
    operandShapes: operands.map(({ shape }) => shape),
    attributes,
  };
  const found = await provenanceOf(traced, element, async (operand, elements) =>
    (await read(operand, elements)).map(Number),
  );
  if (found === null) return null;
  const texts = await Promise.all(
    operands.map(async (_, operand) => {
      const sources = found.terms.flat().filter((source) => source.operand === operand);
      const wanted = [...new Set(sources.map((source) => source.element))].sort((a, b) => a - b);
      const values = wanted.length === 0 ? [] : await read(operand, wanted);
      return new Map(wanted.map((place, k) => [place, values[k] ?? '?']));
    }),
  );
  const terms = found.terms.map((term): Term => {
    const sources = term.map((source) => ({
      ...source,
      text: texts[source.operand]?.get(source.element) ?? '?',
    }));
    return { sources, value: sources.reduce((total, { text }) => total * numberOf(text), 1) };
  });
  const combiner = found.kind === 'combined' ? combinerOf(analysis, outline) : '';
  terms.sort((a, b) => weightOf(b.value, combiner) - weightOf(a.value, combiner) || 0);
  return { kind: found.kind, note: found.note, combiner, terms };
}
