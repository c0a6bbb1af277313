// SPDX-License-Identifier: Apache-2.0
// The loops of a program, and which instructions they execute.
import type { Analysis, ComputationOutline, InstructionOutline } from '../engine/types';
import type { Evaluation } from './evaluation';
import type { Found } from './selection';

/** The computations that an instruction executes, directly or indirectly. */
export function executedBy(analysis: Analysis, start: InstructionOutline): Set<ComputationOutline> {
  const executed = new Set<ComputationOutline>();
  const open = [start];
  for (let caller = open.pop(); caller !== undefined; caller = open.pop()) {
    for (const call of caller.calls) {
      const computation = analysis.computations[call];
      if (computation === undefined || executed.has(computation)) continue;
      executed.add(computation);
      open.push(...computation.instructions);
    }
  }
  return executed;
}

const executes = (analysis: Analysis, outer: InstructionOutline, inner: InstructionOutline) =>
  [...executedBy(analysis, outer)].some(({ instructions }) => instructions.includes(inner));

/** Loops, each before those that it executes. */
function outermostFirst(analysis: Analysis, loops: InstructionOutline[]): InstructionOutline[] {
  const depth = new Map(
    loops.map((loop) => [loop, loops.filter((other) => executes(analysis, other, loop)).length]),
  );
  return loops.sort((a, b) => (depth.get(a) ?? 0) - (depth.get(b) ?? 0));
}

const loopsOf = ({ computations }: Analysis): InstructionOutline[] =>
  computations.flatMap(({ instructions }) =>
    instructions.filter(({ id, opcode }) => opcode === 'while' && id >= 0),
  );

/** The loops that execute an instruction, and itself if it is one. */
export const loopsAround = (analysis: Analysis, { outline }: Found): InstructionOutline[] =>
  outermostFirst(
    analysis,
    loopsOf(analysis).filter((loop) => loop === outline || executes(analysis, loop, outline)),
  );

/** The name of a loop in the state of the page. */
export function loopName({ computations }: Analysis, loop: InstructionOutline): string {
  const home = computations.find(({ instructions }) => instructions.includes(loop));
  return `${home?.name ?? ''}/${loop.name}`;
}

export interface StoppedLoop {
  outline: InstructionOutline;
  /** The iteration whose values are shown, from 0. */
  iteration: number;
}

/** The loops that a stopped run was in, from the outermost to the innermost one. */
export function stoppedLoops({ analysis, outcome }: Evaluation): StoppedLoop[] {
  const stopped = (outcome?.loops ?? []).filter(({ cancelled }) => cancelled);
  if (stopped.length === 0) return [];
  const shown = new Map(stopped.map((count) => [count.instruction, count.shown]));
  const loops = loopsOf(analysis).filter(({ id }) => shown.has(id));
  return outermostFirst(analysis, loops).map((outline) => ({
    outline,
    iteration: shown.get(outline.id) ?? 0,
  }));
}
