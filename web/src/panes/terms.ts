// SPDX-License-Identifier: Apache-2.0
// The terms of an element with their values, in the order in which they matter.
import type { Ask } from '../engine/protocol';
import type { Analysis, ComputationOutline, InstructionOutline } from '../engine/types';
import { attributesOf } from './arithmetic';
import { numberOf } from './number_format';
import { provenanceOf, throughTuple } from './provenance';
import type { Provenance, Reader, Source, TracedInstruction } from './traced';

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

/** The root of the computation that is the value of an attribute. */
function rootOfCalled(
  analysis: Analysis,
  attributes: string,
  attribute: string,
): { root: InstructionOutline; home: ComputationOutline } | null {
  const name = new RegExp(`\\b${attribute}=%?([\\w.-]+)`).exec(attributes)?.[1];
  const home = analysis.computations.find((computation) => computation.name === name);
  const root = home?.instructions.find((outline) => outline.root);
  return home === undefined || root === undefined ? null : { root, home };
}

/** The opcode of the root of the computation that an instruction combines elements with. */
export const combinerOf = (analysis: Analysis, attributes: string): string =>
  rootOfCalled(analysis, attributes, '(?:to_apply|scatter)')?.root.opcode ?? '';

const SWAPPED: Readonly<Record<string, string>> = { GE: 'LE', GT: 'LT', LE: 'GE', LT: 'GT' };

/** TracedInstruction.direction. */
export function directionOf(analysis: Analysis, text: string, attributes: string): string {
  const found = rootOfCalled(analysis, attributes, 'select');
  if (found?.root.opcode !== 'compare') return '';
  const own = attributesOf(text, found.root);
  if (own.includes('TOTALORDER')) return '';
  const direction = /\bdirection=(\w+)/.exec(own)?.[1] ?? '';
  const order = found.root.operands
    .map((id) => found.home.instructions.find((outline) => outline.id === id)?.parameter)
    .join();
  if (order === '0,1') return direction;
  return order === '1,0' ? (SWAPPED[direction] ?? '') : '';
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
  text: string;
  path: readonly number[];
  element: number;
}

export async function termsOf(query: TermsQuery): Promise<Terms | null> {
  const { ask, analysis, device, outline, operands, text, path, element } = query;
  const attributes = attributesOf(text, outline);
  const read: Reader = {
    operand: (operand, elements) =>
      ask('gather', analysis.program, device, operands[operand]?.id ?? -1, [], elements),
    result: (part, elements) => {
      const place = path.length === 0 ? [] : [part];
      return ask('gather', analysis.program, device, outline.id, place, elements);
    },
  };
  const through = throughTuple({ opcode: outline.opcode, attributes }, path, element);
  if (through !== null) {
    const id = operands[through.operand]?.id ?? -1;
    const [text = '?'] = await ask('gather', analysis.program, device, id, through.path ?? [], [
      element,
    ]);
    const terms = [{ sources: [{ ...through, text }], value: numberOf(text) }];
    return { kind: 'copy', note: '', combiner: '', terms };
  }
  const traced: TracedInstruction = {
    opcode: outline.opcode,
    shape: outline.shape,
    operandShapes: operands.map(({ shape }) => shape),
    attributes,
    part: path[0] ?? 0,
    direction: directionOf(analysis, text, attributes),
  };
  const found = await provenanceOf(traced, element, read);
  if (found === null) return null;
  const texts = await Promise.all(
    operands.map(async (_, operand) => {
      const sources = found.terms.flat().filter((source) => source.operand === operand);
      const wanted = [...new Set(sources.map((source) => source.element))].sort((a, b) => a - b);
      const values = wanted.length === 0 ? [] : await read.operand(operand, wanted);
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
  const combiner = found.kind === 'combined' ? combinerOf(analysis, attributes) : '';
  terms.sort((a, b) => weightOf(b.value, combiner) - weightOf(a.value, combiner) || 0);
  return { kind: found.kind, note: found.note, combiner, terms };
}
