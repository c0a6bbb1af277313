// SPDX-License-Identifier: Apache-2.0
// What every pane gets: the state, a way to change it, and someone to ask.
import type { Answer, Question, QuestionArguments } from '../engine/protocol';
import type { State } from '../state/state';
import type { Dispatch } from '../state/store';

export type Ask = <Q extends Question>(
  question: Q,
  ...args: QuestionArguments<Q>
) => Promise<Answer<Q>>;

export interface PaneProps {
  state: State;
  dispatch: Dispatch;
  ask: Ask;
}
