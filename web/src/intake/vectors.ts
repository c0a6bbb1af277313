// SPDX-License-Identifier: Apache-2.0
// Files of the conformance suite (docs/vectors.md): their cases are programs with arguments and an
// expected result.
import { readArguments } from './arguments';
import type { ModuleText } from './modules';

/** What a case demands of its program. */
export interface Vector {
  id: string;
  why: string;
  /** Allowed LITERALs by device, "replica,partition", or "all". Null: the program is rejected. */
  expected: Record<string, unknown[]> | null;
  /** Class, ulp or terms, and scale; see docs/vectors.md. */
  tolerance: { kind: string; amount: number; scale: number };
  reject: { code: string; line: number; column: number } | null;
}

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const numberOf = (value: unknown, other: number): number =>
  typeof value === 'number' ? value : other;

const stringOf = (value: unknown, other = ''): string =>
  typeof value === 'string' ? value : other;

const allowedOf = (expect: unknown): unknown[] => {
  const { oneOf } = fieldsOf(expect);
  return Array.isArray(oneOf) ? oneOf : [expect];
};

function expectedOf(expect: unknown): Record<string, unknown[]> {
  const fields = fieldsOf(expect);
  if ('shape' in fields || 'tuple' in fields || 'oneOf' in fields)
    return { all: allowedOf(expect) };
  const entries = Object.entries(fields).map(([device, value]) => [device, allowedOf(value)]);
  return Object.fromEntries(entries) as Record<string, unknown[]>;
}

/** The program with its topology, which the page reads from the text. */
function textOf(lines: readonly string[], replicas: number, partitions: number): string {
  const [first = '', ...rest] = lines;
  const attributes = [
    ['replica_count', replicas],
    ['num_partitions', partitions],
  ] as const;
  const added = attributes
    .filter(([name, count]) => count > 1 && !first.includes(name))
    .map(([name, count]) => `, ${name}=${count}`);
  return `${[first + added.join(''), ...rest].join('\n')}\n`;
}

function argumentsText(args: unknown, replicas: number, partitions: number): string {
  if (Array.isArray(args)) return JSON.stringify(args);
  const lists = fieldsOf(args);
  if ('all' in lists) return JSON.stringify(lists['all']);
  const devices = Array.from({ length: replicas * partitions }, (_, device) => {
    const name = `${Math.floor(device / partitions)},${device % partitions}`;
    return lists[name] ?? [];
  });
  return JSON.stringify({ replicas: devices });
}

function moduleOf(raw: unknown): ModuleText | null {
  const { id, kind, why, hlo, topology, args, expect, tol, reject } = fieldsOf(raw);
  if (typeof id !== 'string' || !Array.isArray(hlo)) return null;
  if (kind !== 'run' && kind !== 'reject') return null;
  const replicas = numberOf(fieldsOf(topology)['replicas'], 1);
  const partitions = numberOf(fieldsOf(topology)['partitions'], 1);
  const tolerance = fieldsOf(tol);
  const rejected = fieldsOf(reject);
  const close = tolerance['class'] === 'close';
  const vector: Vector = {
    id,
    why: stringOf(why),
    expected: kind === 'run' ? expectedOf(expect) : null,
    tolerance: {
      kind: stringOf(tolerance['class'], 'bits'),
      amount: numberOf(tolerance[close ? 'ulp' : 'terms'], 1),
      scale: numberOf(tolerance['scale'], 0),
    },
    reject:
      kind === 'run'
        ? null
        : {
            code: stringOf(rejected['code']),
            line: numberOf(rejected['line'], 0),
            column: numberOf(rejected['col'], 0),
          },
  };
  const given = readArguments(argumentsText(args ?? [], replicas, partitions));
  const text = textOf(hlo.map(String), replicas, partitions);
  return { name: id, text, vector, inputs: given?.inputs ?? [] };
}

/** The cases of a file that run or are rejected, and how many others it has; null for other JSON. */
export function readVectors(json: string): { modules: ModuleText[]; others: number } | null {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    return null;
  }
  const { format, op, cases } = fieldsOf(raw);
  if (format !== 1 || typeof op !== 'string' || !Array.isArray(cases)) return null;
  const modules = cases.map(moduleOf).filter((module) => module !== null);
  return { modules, others: cases.length - modules.length };
}
