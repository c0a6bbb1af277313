// SPDX-License-Identifier: Apache-2.0
// A pane is never blank: it says in a sentence why it has nothing to show.
import { countMessages, messagesOf, plural } from '../editor/messages';
import type { State } from '../state/state';

export function emptyReason(state: State): string {
  if (state.phase === 'starting') return 'The engine is starting.';
  if (state.phase === 'broken') return `The engine stopped working: ${state.problem}`;
  if (state.phase === 'stopped') return 'The run was stopped. An edit runs the program again.';
  const evaluation = state.shown;
  if (evaluation === null) return 'Nothing has been run yet.';
  if (evaluation.analysis.cannotRun !== '') return `Not run: ${evaluation.analysis.cannotRun}.`;
  const { errors } = countMessages(messagesOf(evaluation));
  if (errors > 0) return `Not run: the text has ${plural(errors, 'error')}.`;
  if (state.text.trim() === '') return 'The text is empty. Pick an example, or paste HLO text.';
  return 'The text has no instruction to show.';
}

/** One sentence for screen readers after each evaluation. */
export function summarySentence(state: State): string {
  const evaluation = state.shown;
  if (evaluation === null) return '';
  const { errors, warnings } = countMessages(messagesOf(evaluation));
  if (errors > 0) {
    const also = warnings > 0 ? ` and ${plural(warnings, 'warning')}` : '';
    return `${plural(errors, 'error')}${also}. ${messagesOf(evaluation)[0]?.message ?? ''}`;
  }
  const report = evaluation.outcome?.report;
  if (report === undefined) return emptyReason(state);
  const result = report.results[0]?.shape ?? 'nothing';
  return `Ran ${plural(report.steps, 'instruction')}. Result: ${result}.`;
}
