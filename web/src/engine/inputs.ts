// SPDX-License-Identifier: Apache-2.0
// How the parameters of the entry computation are filled.
import type { Analysis, Argument, InstructionOutline } from './types';

export type Input =
  | { kind: 'iota' | 'zeros' | 'ones' }
  | { kind: 'random'; seed: number }
  | { kind: 'literal'; json: string };
export type InputKind = Input['kind'];

export const INPUT_KINDS: readonly InputKind[] = ['iota', 'zeros', 'ones', 'random', 'literal'];

/** Iota: every element tells where it came from. */
export const DEFAULT_INPUT: Input = { kind: 'iota' };

/** Parameters of the entry computation by number. */
export function entryParameters(analysis: Analysis): InstructionOutline[] {
  const entry = analysis.computations.find((computation) => computation.entry);
  const parameters = (entry?.instructions ?? []).filter(({ parameter }) => parameter >= 0);
  return parameters.sort((a, b) => a.parameter - b.parameter);
}

/** Reads an untrusted entry, of a link or of an example. */
export function readInput(raw: unknown): Input {
  if (typeof raw !== 'object' || raw === null) return DEFAULT_INPUT;
  const { kind, seed, json } = raw as Record<string, unknown>;
  if (kind === 'iota' || kind === 'zeros' || kind === 'ones') return { kind };
  if (kind === 'random') return { kind, seed: Number.isSafeInteger(seed) ? Number(seed) : 1 };
  if (kind === 'literal' && typeof json === 'string') return { kind, json };
  return DEFAULT_INPUT;
}

/**
 * Why a literal cannot be read, or null. JSON has no NaN; the engine takes the words in quotes,
 * and `[nan, -inf]` without quotes is understood too.
 */
export function literalProblem(json: string): string | null {
  try {
    JSON.parse(quoteSpecials(json));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function quoteSpecials(json: string): string {
  return json.replace(/"[^"]*"|-?\b(?:nan|inf|infinity)\b/gi, (word) => {
    if (word.startsWith('"')) return word;
    return `"${word.toLowerCase().replace('infinity', 'inf')}"`;
  });
}

/** The shape an argument is written with: sizes, no layout. */
function argumentOf(input: Input, shape: string): Argument {
  switch (input.kind) {
    case 'random':
      return { fill: 'random', seed: input.seed };
    case 'literal': {
      if (literalProblem(input.json) !== null) return { fill: 'zeros' };
      const data: unknown = JSON.parse(quoteSpecials(input.json));
      const isLiteral = typeof data === 'object' && data !== null && !Array.isArray(data);
      return isLiteral ? (data as Argument) : { shape, data };
    }
    default:
      return { fill: input.kind };
  }
}

/** Arguments for `parameters`; a parameter without a choice gets the default. */
export function argumentList(
  inputs: readonly Input[],
  parameters: readonly { shape: string }[],
): Argument[] {
  return parameters.map(({ shape }, k) => argumentOf(inputs[k] ?? DEFAULT_INPUT, shape));
}
