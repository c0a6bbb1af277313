// SPDX-License-Identifier: Apache-2.0
// Runs the engine off the page's thread. It hears messages between the slices of a run; a single
// operation that takes long can only be ended with the worker (engine_client.ts).
import createHlo from '../generated/hlo.mjs';
import createFullHlo from '../generated/hlo-full.mjs';
import { EngineHost, messageOf } from './engine_host';
import { EngineService } from './engine_service';
import { inOnePiece, inTwoParts, NO_NETWORK, refusal } from './parts';
import type { FullEngine, LoadRequest, Request, Response } from './protocol';
import { loadThreaded } from './threads';
import type { HloModule } from './types';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const send = (response: Response): void => scope.postMessage(response);

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

/** The full-speed engine, or null where it does not start. */
async function startFull({ module, threads }: FullEngine): Promise<HloModule | null> {
  const made =
    threads === null
      ? await inOnePiece(createFullHlo, module).catch(() => null)
      : await loadThreaded(module, threads);
  if (made === null) send({ kind: 'unfit' });
  return made;
}

async function load(request: LoadRequest): Promise<EngineHost> {
  const start = performance.now();
  rest = request.rest;
  restUrl = request.restUrl;
  const full = request.full && (await startFull(request.full));
  const service = new EngineService(
    full ?? (await createHlo(inTwoParts(request.first, fetchRest))),
  );
  const milliseconds = performance.now() - start;
  send({ kind: 'ready', about: service.about(), tables: service.tables(), milliseconds });
  return new EngineHost(service, send);
}

const broken = (error: unknown): void => send({ kind: 'broken', message: messageOf(error) });
let begin: (host: Promise<EngineHost>) => void;
const host = new Promise<EngineHost>((resolve) => {
  begin = resolve;
});
host.catch(broken);

async function takeOver(full: FullEngine): Promise<void> {
  const module = await startFull(full);
  if (module !== null) await (await host).replace(new EngineService(module));
}

scope.onmessage = (event: MessageEvent<Request>): void => {
  const request = event.data;
  switch (request.kind) {
    case 'load':
      begin(load(request));
      return;
    case 'rest':
      rest ??= request.module;
      return;
    case 'full':
      // A fault while it warms up: the other engine stays.
      takeOver(request.full).catch(() => send({ kind: 'unfit' }));
      return;
    case 'evaluate':
      host.then((made) => made.evaluate(request)).catch(broken);
      return;
    case 'ask':
      host.then((made) => made.answer(request)).catch(broken);
      return;
    case 'cancel':
      host.then((made) => made.cancel()).catch(broken);
  }
};
