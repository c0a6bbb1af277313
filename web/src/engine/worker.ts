// SPDX-License-Identifier: Apache-2.0
// Runs the engine off the page's thread. It hears messages between the slices of a run; a single
// operation that takes long can only be ended with the worker (engine_client.ts).
import createHlo from '../generated/hlo.mjs';
import { EngineService, StaleProgram } from './engine_service';
import { fetchModule, inTwoParts, NO_NETWORK, refusal } from './parts';
import type { LoadRequest, Question, Request, Response } from './protocol';
import { loadThreaded } from './threads';
import type { HloModule, RunOutcome } from './types';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const send = (response: Response): void => scope.postMessage(response);
const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** How often a long run reports what it has computed. */
const PROGRESS_MS = 300;

/** The evaluation that is on, and the last one whose run was to end. */
let current = 0;
let cancelled = 0;

const ping = new MessageChannel();
/** Lets messages through that have arrived. */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    ping.port1.onmessage = () => resolve();
    ping.port2.postMessage(null);
  });

async function evaluate(
  service: EngineService,
  request: Extract<Request, { kind: 'evaluate' }>,
): Promise<void> {
  const start = performance.now();
  const { text, given, visible, execute } = request.job;
  const { seq } = request;
  const analysis = service.analyse(text);
  // Sent before the run, so that an endless program still shows its messages.
  send({ kind: 'analysed', seq, read: service.read });
  let outcome: RunOutcome | null = null;
  let told = start;
  current = seq;
  if (execute !== 'no' && analysis.runnable) {
    outcome = service.begin(given, visible, execute === 'again');
    while (outcome.report.suspended) {
      await breathe();
      if (performance.now() - told >= PROGRESS_MS) {
        const milliseconds = performance.now() - start;
        send({ kind: 'progress', seq, outcome: service.progress(outcome), milliseconds });
        told = performance.now();
      }
      outcome = cancelled === seq ? service.cancel() : service.resume();
    }
  }
  send({ kind: 'evaluated', seq, outcome, milliseconds: performance.now() - start });
}

function answer(service: EngineService, request: Extract<Request, { kind: 'ask' }>): void {
  try {
    const asked = service as unknown as Record<Question, (...args: unknown[]) => unknown>;
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

async function load(request: LoadRequest): Promise<EngineService> {
  const start = performance.now();
  rest = request.rest;
  restUrl = request.restUrl;
  const threaded = request.threads && (await loadThreaded(request.threads));
  const plain = async (): Promise<HloModule> =>
    createHlo(inTwoParts(request.first ?? (await fetchModule(request.firstUrl)), fetchRest));
  const service = new EngineService(threaded ?? (await plain()));
  const milliseconds = performance.now() - start;
  send({ kind: 'ready', about: service.about(), tables: service.tables(), milliseconds });
  return service;
}

const broken = (error: unknown): void => send({ kind: 'broken', message: messageOf(error) });
let begin: (service: Promise<EngineService>) => void;
const service = new Promise<EngineService>((resolve) => {
  begin = resolve;
});
service.catch(broken);

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
  if (request.kind === 'cancel') {
    cancelled = current;
    send({ kind: 'cancelling' });
    return;
  }
  service
    .then((made) => (request.kind === 'evaluate' ? evaluate(made, request) : answer(made, request)))
    .catch(broken);
};
