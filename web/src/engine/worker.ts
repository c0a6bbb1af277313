// SPDX-License-Identifier: Apache-2.0
// Runs the engine off the page's thread. It answers in order and cannot hear while it computes:
// to stop it the page ends it (session.ts).
import firstUrl from '../generated/hlo.wasm?url';
import restUrl from '../generated/hlo-rest.wasm?url';
import createHlo from '../generated/hlo.mjs';
import { Desk, StaleProgram } from './desk';
import { fetchModule, inTwoParts, NO_NETWORK, refusal } from './parts';
import type { Question, Request, Response } from './protocol';
import { loadThreaded } from './threads';
import type { HloModule } from './types';

/** When all that the first result needs has long been there. */
const AHEAD_AFTER_MS = 1500;

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
    const asked = desk as unknown as Record<Question, (...args: unknown[]) => unknown>;
    send({ kind: 'answer', id: request.id, answer: asked[request.question](...request.args) });
  } catch (error) {
    const stale = error instanceof StaleProgram;
    send({ kind: 'refused', id: request.id, message: messageOf(error), stale });
  }
}

const missing = (why: string): string => `the text needs a part of it that did not load (${why})`;

/** The rest of the engine: null until it was fetched ahead. */
let rest: WebAssembly.Module | null = null;

/** Brings the rest when the page has had time to show its first result, so that an op that needs it
 *  neither waits nor fails without a network. */
async function fetchAhead(): Promise<void> {
  const frugal = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
  if (frugal) return;
  await new Promise((resolve) => setTimeout(resolve, AHEAD_AFTER_MS));
  rest ??= await fetchModule(restUrl);
}

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

async function loadPlain(): Promise<HloModule> {
  const module = await createHlo(inTwoParts(await fetchModule(firstUrl), fetchRest));
  // It is fetched again when it is needed; then a failure is told.
  fetchAhead().catch(() => undefined);
  return module;
}

async function load(threads: boolean): Promise<Desk> {
  const start = performance.now();
  const module = threads ? await loadThreaded() : null;
  const desk = new Desk(module ?? (await loadPlain()));
  const milliseconds = performance.now() - start;
  send({ kind: 'ready', about: desk.about(), tables: desk.tables(), milliseconds });
  return desk;
}

const broken = (error: unknown): void => send({ kind: 'broken', message: messageOf(error) });
let desk: Promise<Desk>;
scope.onmessage = (event: MessageEvent<Request>): void => {
  const request = event.data;
  if (request.kind === 'load') {
    desk = load(request.threads);
    desk.catch(broken);
    return;
  }
  desk
    .then((made) => (request.kind === 'evaluate' ? evaluate(made, request) : answer(made, request)))
    .catch(broken);
};
