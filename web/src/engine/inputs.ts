// SPDX-License-Identifier: Apache-2.0
// How the parameters of the entry computation are filled.
import { isDump, remembered } from '../base/text';
import { MAX_ELEMENTS } from './runs';
import type { Analysis, Argument, InstructionOutline } from './types';

export type Input =
  /** What suits the parameter. */
  | { kind: 'auto' }
  | { kind: 'iota' | 'zeros' | 'ones' }
  /** `differs`: on each device. */
  | { kind: 'random'; seed: number; differs?: true }
  | { kind: 'literal'; json: string }
  /** One literal per device. */
  | { kind: 'devices'; json: readonly string[] };
/** What can be chosen for any parameter. */
export type InputKind = Exclude<Input['kind'], 'auto' | 'devices'>;
/** What fills parameters without an input of their own. */
export type Defaults =
  /** 'random' in programs that a compiler wrote, where small arrays are what larger ones are; else
   *  'mixed'. */
  | 'auto'
  | 'iota'
  /** Random numbers in large floating-point arrays. */
  | 'mixed'
  /** Random numbers in all floating-point arrays. */
  | 'random';

export const defaultsFor = (defaults: Defaults, text: string): Defaults => {
  if (defaults !== 'auto') return defaults;
  return isDump(text) ? 'random' : 'mixed';
};

export const INPUT_KINDS: readonly InputKind[] = ['iota', 'zeros', 'ones', 'random', 'literal'];

/** All that is said of how parameters are filled. */
export interface Given {
  inputs: readonly Input[];
  defaults: Defaults;
  /** The device whose values are shown first; the first one unless set. */
  device?: number;
}

export const DEFAULT_INPUT: Input = { kind: 'auto' };

/** In arrays up to this size, every element can be followed by its number. */
const LARGEST_IOTA = 64;
const FLOAT = /\b(?:f|bf|c)\d\w*\[([^\]]*)\]/g;

/** The input that an automatic one stands for: iota, whose elements show where they came from; random
 *  normal numbers in larger floating-point arrays, where iota would leave the usual range of models. */
export function resolved(input: Input, parameter: Parameter, defaults: Defaults): Input {
  if (input.kind !== 'auto') return input;
  const sizes = [...parameter.shape.matchAll(FLOAT)].map(([, dims = '']) =>
    dims.split(',').reduce((total, size) => total * Number(size.replace('<=', '') || 1), 1),
  );
  const large = Math.max(0, ...sizes) > (defaults === 'random' ? 0 : LARGEST_IOTA);
  if (defaults === 'iota' || !large) return { kind: 'iota' };
  return { kind: 'random', seed: parameter.parameter + 1 };
}

export type Parameter = Pick<InstructionOutline, 'shape' | 'parameter'> &
  Partial<Pick<InstructionOutline, 'elements'>>;

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
  if (kind === 'auto' || kind === 'iota' || kind === 'zeros' || kind === 'ones') return { kind };
  if (kind === 'random') {
    const read = { kind, seed: Number.isSafeInteger(seed) ? Number(seed) : 1 } as const;
    return (raw as { differs?: unknown }).differs === true ? { ...read, differs: true } : read;
  }
  if (kind === 'literal' && typeof json === 'string') return { kind, json };
  if (kind === 'devices' && Array.isArray(json) && json.length > 0) {
    return { kind, json: json.map(String) };
  }
  return DEFAULT_INPUT;
}

/** Literals that are not read again at every key. */
const REMEMBERED_LITERALS = 16;

type ReadLiteral = { data: unknown } | { problem: string };

const readLiteral = remembered((json): ReadLiteral => {
  try {
    return { data: JSON.parse(quoteSpecials(json)) as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}, REMEMBERED_LITERALS);

/**
 * Why a literal cannot be read, or null. JSON has no NaN; the engine takes the words in quotes,
 * and `[nan, -inf]` without quotes is understood too.
 */
export function literalProblem(json: string): string | null {
  const read = readLiteral(json);
  return 'problem' in read ? read.problem : null;
}

function quoteSpecials(json: string): string {
  return json.replace(/"[^"]*"|-?\b(?:nan|inf|infinity)\b/gi, (word) => {
    if (word.startsWith('"')) return word;
    return `"${word.toLowerCase().replace('infinity', 'inf')}"`;
  });
}

/** Between the seeds of neighboring devices: not a number that one would choose as a seed. */
const SEED_STEP = 7919;

/** Whether an input is not the same on all devices. */
export const differs = (input: Input): boolean =>
  input.kind === 'devices' || (input.kind === 'random' && input.differs === true);

/** The argument of one device. */
function argumentOf(input: Input, shape: string, device: number): Argument {
  switch (input.kind) {
    case 'random':
      return { fill: 'random', seed: input.seed + (input.differs ? device * SEED_STEP : 0) };
    case 'literal': {
      const read = readLiteral(input.json);
      if ('problem' in read) return { fill: 'zeros' };
      const { data } = read;
      const isLiteral = typeof data === 'object' && data !== null && !Array.isArray(data);
      return isLiteral ? (data as Argument) : { shape, data };
    }
    case 'devices': {
      // A file may have fewer lists than there are devices.
      const json = input.json[device] ?? input.json[0] ?? '0';
      return argumentOf({ kind: 'literal', json }, shape, 0);
    }
    case 'auto':
      return { fill: 'iota' };
    default:
      return { fill: input.kind };
  }
}

/** Arguments for `parameters`: one list for all devices, or one per device where their inputs differ.
 *  A parameter without a choice gets the default. */
export function argumentLists(
  inputs: readonly Input[],
  parameters: readonly Parameter[],
  defaults: Defaults,
  devices = 1,
): Argument[] | { replicas: Argument[][] } {
  const listOf = (device: number): Argument[] =>
    parameters.map((parameter, k) => {
      if ((parameter.elements ?? 0) > MAX_ELEMENTS) return { omitted: true };
      const input = resolved(inputs[k] ?? DEFAULT_INPUT, parameter, defaults);
      return argumentOf(input, parameter.shape, device);
    });
  if (!inputs.slice(0, parameters.length).some(differs) || devices === 1) return listOf(0);
  return { replicas: Array.from({ length: devices }, (_, device) => listOf(device)) };
}
