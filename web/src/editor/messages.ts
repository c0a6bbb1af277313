// SPDX-License-Identifier: Apache-2.0
// Diagnostics of reading and of running as one list.
import type { Diagnostic } from '../engine/types';
import type { Evaluation } from '../state/state';

/** All messages of an evaluation, in textual order. */
export function messagesOf(evaluation: Evaluation | null): Diagnostic[] {
  if (evaluation === null) return [];
  const list = [...evaluation.analysis.diagnostics];
  const failure = evaluation.outcome?.report.error;
  if (failure) list.push(failure);
  return list.sort((a, b) => a.span[0] - b.span[0]);
}

export function countMessages(list: readonly Diagnostic[]): { errors: number; warnings: number } {
  const errors = list.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: list.length - errors };
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
