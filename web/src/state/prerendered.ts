// SPDX-License-Identifier: Apache-2.0
// The first example's values, which the build has computed and put into the page (prerender.tsx):
// they are shown before the engine has loaded.
import type { Ask } from '../engine/protocol';
import type { Analysis, RunOutcome } from '../engine/types';
import type { Evaluation } from '../program/evaluation';

export const PRERENDERED_ID = 'prerendered';

/** What the build puts into the page. */
export interface PrerenderedData {
  text: string;
  analysis: Analysis;
  outcome: RunOutcome | null;
  /** Answers by question; lists of doubles are marked. */
  answers: Record<string, unknown>;
}

/** What the page makes of it. */
export interface Prerendered {
  evaluation: Evaluation;
  /** Answers a question as `ask` does, or gives null. */
  answer: (question: string, args: readonly unknown[]) => Promise<unknown> | null;
}

export const answerKey = (question: string, args: readonly unknown[]): string =>
  JSON.stringify([question, ...args]);

/** JSON has no typed arrays. */
export const packed = (_: string, value: unknown): unknown =>
  value instanceof Float64Array ? { doubles: [...value] } : value;
const unpacked = (_: string, value: unknown): unknown => {
  const doubles = (value as { doubles?: number[] } | null)?.doubles;
  return Array.isArray(doubles) ? new Float64Array(doubles) : value;
};

/** What the page brought along, if it is about `text`. */
export function readPrerendered(text: string): Prerendered | null {
  const json = document.getElementById(PRERENDERED_ID)?.textContent ?? '';
  if (json === '') return null;
  const data = JSON.parse(json, unpacked) as PrerenderedData;
  if (data.text !== text) return null;
  const { analysis, outcome, answers } = data;
  return {
    evaluation: { text, analysis, outcome, done: true, milliseconds: 0 },
    answer: (question, args) => {
      const found = answers[answerKey(question, args)];
      return found === undefined ? null : Promise.resolve(found);
    },
  };
}

/** `ask`, but for what is known already. */
export function askingLess(ask: Ask, known: Prerendered): Ask {
  return (question, ...args) =>
    (known.answer(question, args) as ReturnType<typeof ask<typeof question>> | null) ??
    ask(question, ...args);
}
