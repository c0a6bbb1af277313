// SPDX-License-Identifier: Apache-2.0
// Whether a program does what the case of the conformance suite that it came from demands.
import { deviceCount, keptDevices } from '../engine/devices';
import type { Ask } from '../engine/protocol';
import type { Vector } from '../intake/vectors';
import type { Evaluation } from '../program/evaluation';
import { rootOf } from '../program/selection';

export interface Verdict {
  agrees: boolean;
  /** A sentence without its period. */
  text: string;
}

const placeText = (code: string, line: number, column: number): string =>
  line > 0 ? `${code} at ${line}:${column}` : code;

function rejectVerdict(
  { analysis, outcome }: Evaluation,
  wanted: NonNullable<Vector['reject']>,
): Verdict {
  const errors = analysis.diagnostics.filter(({ severity }) => severity === 'error');
  const got = errors[0] ?? outcome?.report.error ?? null;
  const expected = placeText(wanted.code, wanted.line, wanted.column);
  if (got === null) return { agrees: false, text: `accepted, expected ${expected}` };
  const samePlace = wanted.line === 0 || got.line === wanted.line;
  const sameColumn = wanted.column === 0 || got.column === wanted.column;
  const agrees = got.code === wanted.code && samePlace && sameColumn;
  const text = placeText(got.code, got.line, got.column);
  return { agrees, text: `rejected with ${text}${agrees ? '' : `, expected ${expected}`}` };
}

/** How the result of a device differs from the allowed ones; "" if it equals one of them. */
async function deviceDifference(
  ask: Ask,
  got: string,
  allowed: readonly unknown[],
  { kind, amount, scale }: Vector['tolerance'],
): Promise<string> {
  let difference = 'the case has no expected value for it';
  for (const literal of allowed) {
    difference = await ask('difference', got, JSON.stringify(literal), kind, amount, scale);
    if (difference === '') return '';
  }
  return difference;
}

export async function verdictOf(
  ask: Ask,
  evaluation: Evaluation,
  vector: Vector,
): Promise<Verdict> {
  const { analysis, outcome } = evaluation;
  if (vector.reject !== null) return rejectVerdict(evaluation, vector.reject);
  const error = outcome?.report.error ?? analysis.diagnostics[0];
  const root = rootOf(analysis);
  if (outcome === null || outcome.report.error || root === null || !analysis.ok) {
    return { agrees: false, text: `no result: ${error?.message ?? 'nothing was run'}` };
  }
  const devices = keptDevices(analysis);
  for (let device = 0; device < devices; device++) {
    const per = Math.max(1, analysis.partitions);
    const name = `${Math.floor(device / per)},${device % per}`;
    const got = await ask('literal', analysis.program, device, root.outline.id);
    const allowed = vector.expected?.[name] ?? vector.expected?.['all'] ?? [];
    const difference = await deviceDifference(ask, got, allowed, vector.tolerance);
    if (difference === '') continue;
    const where = deviceCount(analysis) > 1 ? `device ${device}: ` : '';
    return { agrees: false, text: where + difference };
  }
  const { kind, amount } = vector.tolerance;
  const within = kind === 'close' ? `, within ${amount} ULP` : '';
  return { agrees: true, text: `every element matches${within}` };
}
