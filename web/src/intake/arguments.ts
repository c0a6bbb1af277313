// SPDX-License-Identifier: Apache-2.0
// Files of arguments: a list of literals or of their elements alone, or one such list per device under
// "replicas".
import type { Input } from '../engine/inputs';

export interface ArgumentsFile {
  inputs: Input[];
  /** Devices that have lists of their own; 0 when one list is for all. */
  devices: number;
}

const WORDS = /^-?(?:nan|inf|true|false|\d)/i;

/** The elements of a literal: a number, or lists of numbers. */
const isData = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(isData)
    : typeof value === 'number' ||
      typeof value === 'boolean' ||
      (typeof value === 'string' && WORDS.test(value));

const isLiteral = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null && ('data' in value || 'tuple' in value)) ||
  isData(value);

const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every(isLiteral);

/** One parameter's values on all devices; once where they are equal. */
function inputOf(values: readonly unknown[]): Input {
  const json = values.map((value) => JSON.stringify(value));
  const [first = ''] = json;
  if (json.every((text) => text === first)) return { kind: 'literal', json: first };
  return { kind: 'devices', json };
}

/** Reads the JSON of an arguments file; null for other JSON. */
export function readArguments(json: string): ArgumentsFile | null {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    return null;
  }
  const replicas = (raw as { replicas?: unknown } | null)?.replicas;
  const lists: unknown[] = Array.isArray(replicas) ? replicas : [raw];
  const [first] = lists;
  if (!isList(first) || first.length === 0) return null;
  if (!Array.isArray(replicas)) {
    const inputs = first.map((literal): Input => ({
      kind: 'literal',
      json: JSON.stringify(literal),
    }));
    return { inputs, devices: 0 };
  }
  if (!lists.every((list) => isList(list) && list.length === first.length)) return null;
  const inputs = first.map((_, k) => inputOf(lists.map((list) => (list as unknown[])[k])));
  return { inputs, devices: lists.length };
}
