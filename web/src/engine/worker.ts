// SPDX-License-Identifier: Apache-2.0
// Runs the engine off the page's thread. It answers in order and cannot hear while it computes:
// to stop it the page ends it (session.ts).
import createHlo from '../generated/hlo.mjs';
import { Desk, StaleProgram } from './desk';
import type { Request, Response } from './protocol';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const send = (response: Response): void => scope.postMessage(response);
const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

function evaluate(desk: Desk, request: Extract<Request, { kind: 'evaluate' }>): void {
  const start = performance.now();
  const analysis = desk.analyse(request.text);
  // Sent before the run, so that an endless program still shows its messages.
  send({ kind: 'analysed', seq: request.seq, analysis });
  const runnable = request.execute && analysis.runnable;
  const outcome = runnable ? desk.run(request.inputs) : null;
  const milliseconds = performance.now() - start;
  send({ kind: 'evaluated', seq: request.seq, outcome, milliseconds });
}

function answer(desk: Desk, request: Extract<Request, { kind: 'ask' }>): void {
  try {
    const method = desk[request.question] as (...args: unknown[]) => unknown;
    send({ kind: 'answer', id: request.id, answer: method.apply(desk, request.args) });
  } catch (error) {
    const stale = error instanceof StaleProgram;
    send({ kind: 'refused', id: request.id, message: messageOf(error), stale });
  }
}

const start = performance.now();
const desk = createHlo().then((module) => {
  const made = new Desk(module);
  const milliseconds = performance.now() - start;
  send({ kind: 'ready', about: made.about(), tables: made.tables(), milliseconds });
  return made;
});

const broken = (error: unknown): void => send({ kind: 'broken', message: messageOf(error) });
desk.catch(broken);
scope.onmessage = (event: MessageEvent<Request>): void => {
  const request = event.data;
  desk
    .then((made) => (request.kind === 'evaluate' ? evaluate(made, request) : answer(made, request)))
    .catch(broken);
};
