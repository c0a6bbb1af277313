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
  question: keyof Answers;
  /** Who asks. */
  topic: string;
  texts: Texts;
}

export interface Reply {
  answer: Answers[keyof Answers];
  /** Why the comparison failed, or "". */
  error: string;
}

/** A request that the worker has not been sent yet: it works on one at a time. */
interface Waiting {
  request: Request;
  answer: (reply: Reply) => void;
}

const SUPERSEDED: Reply = { answer: null, error: 'superseded' };
const BROKEN: Reply = { answer: null, error: 'the engine for comparisons did not load' };

let worker: Worker | null = null;
let current: Waiting | null = null;
let waiting: Waiting[] = [];

/** A worker that has had nothing to do for so long ends: its engine has memory of its own. */
const IDLE_MS = 60_000;
let idle: ReturnType<typeof setTimeout> | undefined;

function next(): void {
  clearTimeout(idle);
  current = waiting.shift() ?? null;
  if (current !== null) (worker ??= start()).postMessage(current.request);
  else idle = setTimeout(stop, IDLE_MS);
}

function stop(): void {
  worker?.terminate();
  worker = null;
}

function start(): Worker {
  const made = new Worker(workerUrl, { type: 'module' });
  made.onmessage = ({ data }: MessageEvent<Reply>) => {
    current?.answer(data);
    next();
  };
  made.onerror = () => {
    stop();
    for (const { answer } of [...(current === null ? [] : [current]), ...waiting]) answer(BROKEN);
    current = null;
    waiting = [];
  };
  return made;
}

/** Thrown for a question that a newer one of the same kind has replaced. */
export class Superseded extends Error {
  override name = 'Superseded';
}

/** Rejects if the engine of the comparisons did not load, or failed. Of questions of a `topic` that wait,
 *  only the newest one is answered. */
export async function compare<Q extends keyof Answers>(
  question: Q,
  texts: Texts,
  topic = 'pane',
): Promise<Answers[Q]> {
  const request: Request = { question, topic, texts };
  const { answer, error } = await new Promise<Reply>((resolve) => {
    const isOld = (other: Waiting): boolean =>
      other.request.question === question && other.request.topic === topic;
    for (const old of waiting.filter(isOld)) old.answer(SUPERSEDED);
    waiting = [...waiting.filter((other) => !isOld(other)), { request, answer: resolve }];
    if (current === null) next();
  });
  if (error === SUPERSEDED.error) throw new Superseded(error);
  if (error !== '') throw new Error(`The programs were not compared: ${error}.`);
  return answer as Answers[Q];
}
