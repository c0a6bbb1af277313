// SPDX-License-Identifier: Apache-2.0
// Runs the engine off the page's thread. It answers in order and cannot hear while it computes:
// to stop it the page ends it (session.ts).
import firstUrl from '../generated/hlo.wasm?url';
import restUrl from '../generated/hlo-rest.wasm?url';
import createHlo from '../generated/hlo.mjs';
import { Desk, StaleProgram } from './desk';
import { fetchModule, inTwoParts } from './parts';
import type { Request, Response } from './protocol';
import { loadThreaded } from './threads';
import type { HloModule } from './types';

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

// In a worker it is fine to wait for it; the engine is in the middle of a call.
function fetchRest(): WebAssembly.Module {
  const request = new XMLHttpRequest();
  request.open('GET', restUrl, false);
  request.responseType = 'arraybuffer';
  request.send();
  if (request.status !== 200) throw new Error(`a part of the engine did not load: ${request.status}`);
  return new WebAssembly.Module(request.response as ArrayBuffer);
}

async function loadPlain(): Promise<HloModule> {
  return createHlo(inTwoParts(await fetchModule(firstUrl), fetchRest));
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
