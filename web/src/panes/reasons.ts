// SPDX-License-Identifier: Apache-2.0
// Why a pane has nothing to show, in a sentence: panes are never blank.
import {
  countMessages,
  countText,
  failureText,
  messagesOf,
  notEvaluated,
  tooLargeText,
} from '../program/messages';
import { groupDigits, plural } from '../base/sizes';
import type { InstructionOutline, OpRow } from '../engine/types';
import { isFaulty } from '../engine/outline_table';
import type { Evaluation } from '../program/evaluation';
import { stoppedLoops } from '../program/loops';
import type { State } from '../state/state';

export const brokenReason = ({ problem }: State): string =>
  `The engine stopped working: ${problem.replace(/\.$/, '')}.`;

/** Why the values on show may not be those of the text, or "". */
export function outdatedReason(state: State): string {
  // The rest of the sentence is on the page at all times.
  if (state.phase === 'broken') return 'The engine stopped working.';
  return state.shown?.outcome == null ? emptyReason(state) : '';
}

export function emptyReason(state: State): string {
  if (state.phase === 'starting') return 'The engine is loading.';
  if (state.phase === 'broken') return `${brokenReason(state)} An edit tries again.`;
  if (state.phase === 'stopped') return 'The run was stopped. An edit runs the program again.';
  const evaluation = state.shown;
  if (evaluation === null && state.phase === 'busy') {
    return 'The program is running. Its values are shown when it has ended.';
  }
  if (evaluation === null) return 'Nothing has been run yet.';
  if (state.text.trim() === '') return 'The text is empty. Pick an example, or paste HLO text.';
  const counts = countMessages(evaluation.analysis.diagnostics);
  if (counts.errors > 0) {
    return `Not run: the text has ${countText({ ...counts, warnings: 0 })}, and no good instruction.`;
  }
  return 'The text has no instruction to show.';
}

/** What a pane says until its answer is there. */
export function waitingReason(state: State): string {
  if (outdatedReason(state) !== '') return emptyReason(state);
  return state.phase === 'busy'
    ? 'The program is running. Its values are shown when it has ended.'
    : 'Reading the value.';
}

/** Why an instruction has no value: a sentence, and the instruction that is the cause. */
export interface Missing {
  text: string;
  cause: InstructionOutline | null;
}

/** The reason that lies in an instruction itself, or "". */
function ownReason(
  evaluation: Evaluation,
  outline: InstructionOutline,
  ops: readonly OpRow[],
): string {
  const [from, to] = outline.span;
  const errors = evaluation.analysis.diagnostics.filter(
    ({ severity, span }) => severity === 'error' && from <= span[0] && span[0] <= to,
  );
  if (isFaulty(outline) && errors[0] !== undefined) return errors[0].message;
  const tooLarge = evaluation.outcome?.tooLarge;
  if (tooLarge && outline.elements > tooLarge.most) {
    return tooLargeText(outline.name, { ...tooLarge, elements: outline.elements });
  }
  const failure = evaluation.outcome?.report.error;
  if (failure?.instruction === outline.id) return failureText(failure);
  return notEvaluated(evaluation, outline, ops) || leftOut(evaluation, outline);
}

/** A call of a function that the engine does not have is left out if nothing needs its value. */
function leftOut({ analysis, outcome }: Evaluation, outline: InstructionOutline): string {
  const report = outcome?.report;
  const ended = report !== undefined && !report.error && !report.suspended;
  const inEntry = analysis.computations.some(
    ({ entry, instructions }) => entry && instructions.includes(outline),
  );
  return ended && inEntry && outline.opcode === 'custom-call'
    ? 'its function is unknown, and nothing uses its value'
    : '';
}

/** Looks through operands and called computations for what keeps an instruction from a value. */
function causeOf(
  evaluation: Evaluation,
  start: InstructionOutline,
  ops: readonly OpRow[],
  valued: ReadonlySet<number>,
): { outline: InstructionOutline; why: string } | null {
  const { computations } = evaluation.analysis;
  const byId = new Map(
    computations.flatMap(({ instructions }) => instructions.map((o) => [o.id, o])),
  );
  const seen = new Set<InstructionOutline>();
  const waiting = [start];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const why = ownReason(evaluation, next, ops);
    if (why !== '') return { outline: next, why };
    const operands = next.operands.filter((id) => !valued.has(id)).map((id) => byId.get(id));
    const inside = next.calls.flatMap((call) => computations[call]?.instructions ?? []);
    const suspects = inside.filter(
      (outline) => isFaulty(outline) || ownReason(evaluation, outline, ops) !== '',
    );
    waiting.push(...[...operands, ...suspects].filter((outline) => outline !== undefined));
  }
  return null;
}

/** The instruction at which a run ended, and why. */
function endOf(evaluation: Evaluation): { outline: InstructionOutline; why: string } | null {
  const { analysis, outcome } = evaluation;
  const [loop] = stoppedLoops(evaluation);
  if (loop !== undefined) {
    const iteration = groupDigits(loop.iteration);
    return { outline: loop.outline, why: `The run was stopped in iteration ${iteration}` };
  }
  const failure = outcome?.report.error;
  const all = analysis.computations.flatMap(({ instructions }) => instructions);
  const outline = all.find(({ id }) => id === failure?.instruction);
  return outline && failure ? { outline, why: failureText(failure) } : null;
}

export function missingReason(
  evaluation: Evaluation,
  outline: InstructionOutline,
  ops: readonly OpRow[],
  /** The instructions that ran. */
  valued: ReadonlySet<number>,
): Missing {
  const { outcome } = evaluation;
  if (outcome?.report.suspended === true) {
    return { text: 'No value yet: the program is running.', cause: null };
  }
  const stopped = stoppedLoops(evaluation);
  const loop = stopped.find((entry) => entry.outline === outline);
  if (loop !== undefined) {
    const iteration = groupDigits(loop.iteration);
    return { text: `No value: the run was stopped in iteration ${iteration}.`, cause: null };
  }
  const found = causeOf(evaluation, outline, ops, valued);
  if (found !== null && found.outline === outline) {
    return {
      text: isFaulty(outline)
        ? `No value, it has a fault: ${found.why}.`
        : `No value: ${found.why}.`,
      cause: null,
    };
  }
  if (found !== null) {
    return {
      text: `No value, it needs '${found.outline.name}', which has none: ${found.why}.`,
      cause: found.outline,
    };
  }
  if (isFaulty(outline)) {
    return { text: 'No value: something it needs has an error; see Messages.', cause: null };
  }
  const ended = endOf(evaluation);
  if (ended !== null) {
    const text = `No value: the run ended before it, at '${ended.outline.name}'. ${ended.why}.`;
    return { text, cause: ended.outline };
  }
  return { text: 'No value: it was not reached in the last run.', cause: null };
}

const ranText = ({ outcome }: Evaluation): string =>
  outcome === null ? 'Nothing was run.' : `Ran ${plural(outcome.report.steps, 'instruction')}.`;

/** One sentence for screen readers after each evaluation. */
export function summarySentence(state: State): string {
  const evaluation = state.shown;
  if (state.phase === 'broken') return emptyReason(state);
  if (evaluation === null) return '';
  const list = messagesOf(evaluation, state.tables?.ops);
  const counts = countMessages(list);
  if (list.length > 0 && (counts.errors > 0 || counts.infos > 0)) {
    const first = list.find(({ severity }) => severity !== 'warning') ?? list[0];
    return `${countText(counts)}. ${first?.message ?? ''}. ${ranText(evaluation)}`;
  }
  const report = evaluation.outcome?.report;
  if (report === undefined) return emptyReason(state);
  const result = report.results[0]?.shape ?? 'nothing';
  return `${ranText(evaluation)} Result: ${result}.`;
}
