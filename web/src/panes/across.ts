// SPDX-License-Identifier: Apache-2.0
// Where a value of another computation is handed on: into a fusion or a call and out of it.
import type { Analysis, InstructionOutline } from '../engine/types';

export interface Place {
  computation: string;
  outline: InstructionOutline;
}

/** They run one computation, once for each of their executions. */
const RUNS_ONCE: ReadonlySet<string> = new Set(['fusion', 'call']);

/** The fusion or call that alone runs a computation; null if there are others. */
function callerOf({ computations }: Analysis, called: number): Place | null {
  const callers = computations.flatMap(({ name, instructions }) =>
    instructions
      .filter(({ calls }) => calls.includes(called))
      .map((outline) => ({ computation: name, outline })),
  );
  const [only] = callers;
  return only && callers.length === 1 && RUNS_ONCE.has(only.outline.opcode) ? only : null;
}

/** The instruction with the same value on the other side of a call: the root of the computation that
 *  is called, or for a parameter the operand of the caller. Null elsewhere, and where a computation is
 *  called more than once: the values shown are those of the last call. */
export function across(analysis: Analysis, outline: InstructionOutline): Place | null {
  const { computations } = analysis;
  const [called = -1] = outline.calls;
  const root = computations[called]?.instructions.find((inner) => inner.root);
  if (root !== undefined && callerOf(analysis, called)?.outline === outline) {
    return { computation: computations[called]?.name ?? '', outline: root };
  }
  const home = computations.findIndex(({ instructions }) => instructions.includes(outline));
  const caller = outline.parameter < 0 ? null : callerOf(analysis, home);
  if (caller === null) return null;
  const wanted = caller.outline.operands[outline.parameter];
  const operand = computations
    .flatMap(({ instructions }) => instructions)
    .find(({ id }) => id === wanted);
  return operand ? { computation: caller.computation, outline: operand } : null;
}
