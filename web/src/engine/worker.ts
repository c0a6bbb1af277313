// SPDX-License-Identifier: Apache-2.0
// Runs the engine off the page's thread. It answers in order and cannot hear while it computes:
// to stop it the page ends it (session.ts).
import createHlo from '../generated/hlo.mjs';
import { Desk, StaleProgram } from './desk';
import { fetchModule, inTwoParts, NO_NETWORK, refusal } from './parts';
import type { LoadRequest, Question, Request, Response } from './protocol';
import { loadThreaded } from './threads';
import type { HloModule } from './types';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const send = (response: Response): void => scope.postMessage(response);
const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

function evaluate(desk: Desk, request: Extract<Request, { kind: 'evaluate' }>): void {
  const start = performance.now();
  const { text, given, visible, execute } = request.job;
  const analysis = desk.analyse(text);
  // Sent before the run, so that an endless program still shows its messages.
  send({ kind: 'analysed', seq: request.seq, json: desk.json });
  const runnable = execute !== 'no' && analysis.runnable;
  const outcome = runnable ? desk.run(given, visible, execute === 'again') : null;
  const milliseconds = performance.now() - start;
  send({ kind: 'evaluated', seq: request.seq, outcome, milliseconds });
}

function answer(desk: Desk, request: Extract<Request, { kind: 'ask' }>): void {
  try {
    const asked = desk as unknown as Record<Question, (...args: unknown[]) => unknown>;
    send({ kind: 'answer', id: request.id, answer: asked[request.question](...request.args) });
  } catch (error) {
    const stale = error instanceof StaleProgram;
    send({ kind: 'refused', id: request.id, message: messageOf(error), stale });
  }
}

const missing = (why: string): string => `the text needs a part of it that did not load (${why})`;

/** The rest of the engine: null until the page has fetched it ahead. */
let rest: WebAssembly.Module | null = null;
let restUrl = '';

// In a worker it is fine to wait for it; the engine is in the middle of a call.
function fetchRest(): WebAssembly.Module {
  if (rest !== null) return rest;
  const request = new XMLHttpRequest();
  request.open('GET', restUrl, false);
  request.responseType = 'arraybuffer';
  try {
    request.send();
  } catch {
    throw new Error(missing(NO_NETWORK));
  }
  if (request.status !== 200) throw new Error(missing(refusal(request.status)));
  rest = new WebAssembly.Module(request.response as ArrayBuffer);
  return rest;
}

async function load(request: LoadRequest): Promise<Desk> {
  const start = performance.now();
  rest = request.rest;
  restUrl = request.restUrl;
  const threaded = request.threads && (await loadThreaded(request.threads));
  const plain = async (): Promise<HloModule> =>
    createHlo(inTwoParts(request.first ?? (await fetchModule(request.firstUrl)), fetchRest));
  const desk = new Desk(threaded ?? (await plain()));
  const milliseconds = performance.now() - start;
  send({ kind: 'ready', about: desk.about(), tables: desk.tables(), milliseconds });
  return desk;
}

const broken = (error: unknown): void => send({ kind: 'broken', message: messageOf(error) });
let begin: (desk: Promise<Desk>) => void;
const desk = new Promise<Desk>((resolve) => {
  begin = resolve;
});
desk.catch(broken);

scope.onmessage = (event: MessageEvent<Request>): void => {
  const request = event.data;
  if (request.kind === 'load') {
    begin(load(request));
    return;
  }
  if (request.kind === 'rest') {
    rest ??= request.module;
    return;
  }
  desk
    .then((made) => (request.kind === 'evaluate' ? evaluate(made, request) : answer(made, request)))
    .catch(broken);
};
