// SPDX-License-Identifier: Apache-2.0
// Comparisons, on the page's side.
import type { ProgramDifference } from '../engine/types';
import type { ComparedResults, ComparedValues, Texts } from './compare';
import workerUrl from './comparison_worker?worker&url';

export interface Answers {
  instructions: ProgramDifference | null;
  results: ComparedResults;
  values: ComparedValues;
}

export interface Request {
  id: number;
  question: keyof Answers;
  texts: Texts;
}

export interface Reply {
  id: number;
  answer: Answers[keyof Answers];
  /** Why there is none, or "". */
  error: string;
}

const waiting = new Map<number, (reply: Omit<Reply, 'id'>) => void>();
let worker: Worker | null = null;
let lastId = 0;

function start(): Worker {
  const made = new Worker(workerUrl, { type: 'module' });
  made.onmessage = ({ data }: MessageEvent<Reply>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  made.onerror = () => {
    worker = null;
    for (const answer of waiting.values()) answer({ answer: null, error: 'it did not load' });
    waiting.clear();
  };
  return made;
}

/** Rejects if the engine of the comparisons did not load, or failed. */
export async function compare<Q extends keyof Answers>(
  question: Q,
  texts: Texts,
): Promise<Answers[Q]> {
  worker ??= start();
  const id = ++lastId;
  const request: Request = { id, question, texts };
  const { answer, error } = await new Promise<Omit<Reply, 'id'>>((resolve) => {
    waiting.set(id, resolve);
    worker?.postMessage(request);
  });
  if (error !== '') throw new Error(`The programs were not compared: ${error}.`);
  return answer as Answers[Q];
}
