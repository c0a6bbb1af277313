// SPDX-License-Identifier: Apache-2.0
// Messages between the page and its worker. Only plain data crosses.
import type { Desk } from './desk';
import type { Input } from './inputs';
import type { About, Analysis, RunOutcome, Tables } from './types';

/** Questions that have one answer each, by the name of the method that answers. */
export type Question =
  | 'summary'
  | 'cells'
  | 'gather'
  | 'literal'
  | 'describe'
  | 'positions'
  | 'elementsAt'
  | 'explainIndex'
  | 'explainPosition';
export type QuestionArguments<Q extends Question> = Parameters<Desk[Q]>;
export type Answer<Q extends Question> = ReturnType<Desk[Q]>;

/** Asks the worker a question. */
export type Ask = <Q extends Question>(
  question: Q,
  ...args: QuestionArguments<Q>
) => Promise<Answer<Q>>;

export type Request =
  /** The first. `threads`: whether to try the engine with threads. */
  | { kind: 'load'; threads: boolean }
  | { kind: 'evaluate'; seq: number; text: string; inputs: readonly Input[]; execute: boolean }
  | { kind: 'ask'; id: number; question: Question; args: unknown[] };

export type Response =
  | { kind: 'ready'; about: About; tables: Tables; milliseconds: number }
  | { kind: 'broken'; message: string }
  | { kind: 'analysed'; seq: number; analysis: Analysis }
  /** `outcome` is null when there is nothing to run. Always the last message of an evaluation. */
  | { kind: 'evaluated'; seq: number; outcome: RunOutcome | null; milliseconds: number }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'refused'; id: number; message: string; stale: boolean };
