// SPDX-License-Identifier: Apache-2.0
// The engine's files, on the page's side. They are fetched once and kept: a worker that replaces a
// stopped one needs no network.
import firstUrl from '../generated/hlo.wasm?url';
import fullUrl from '../generated/hlo-full.wasm?url';
import restUrl from '../generated/hlo-rest.wasm?url';
import { compile, fetchModule } from './parts';
import type { EngineFiles, LoadRequest, WorkerLike } from './engine_client';
import type { FullEngine, FullKind } from './protocol';
import workerUrl from './worker?worker&url';

/** What a script in the head of the built page (scripts/bootstrap.mjs) has begun to fetch. */
export interface Early {
  worker: Worker;
  failed: boolean;
  module: Promise<globalThis.Response> | null;
  abort: AbortController;
}

// The files of the engine with threads are not bundled, because each thread starts with them by
// their addresses. None are there when the page was built without threads.
const threadFiles = import.meta.glob<string>('../generated/hlo-threads.*', {
  query: '?url',
  import: 'default',
  eager: true,
});

function threadAddresses(): Record<string, string> | null {
  // Vite's own server would write an import into what threads start with, which is no module.
  if (import.meta.env.DEV || Object.keys(threadFiles).length === 0) return null;
  if (!self.crossOriginIsolated || navigator.hardwareConcurrency < 2) return null;
  const named = Object.entries(threadFiles).map(
    ([path, url]) => [path.replace(/^.*\//, ''), new URL(url, import.meta.url).href] as const,
  );
  return Object.fromEntries(named);
}

/** Below it there is no room for a second engine. */
const LEAST_MEMORY_GIB = 2;
const IDLE_MS = 500;

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}
const connection = (): Connection => (navigator as { connection?: Connection }).connection ?? {};

/** Whether a few hundred KiB that are not needed at once may be fetched. */
function isFrugal(): boolean {
  const { saveData, effectiveType = '4g' } = connection();
  const { deviceMemory = Infinity } = navigator as { deviceMemory?: number };
  return saveData === true || effectiveType !== '4g' || deviceMemory < LEAST_MEMORY_GIB;
}

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, IDLE_MS); // Safari
  });

async function fetchFullEngine(full: FullKind): Promise<FullEngine | null> {
  if (full === 'none' || isFrugal()) return null;
  await idle();
  const threads = full === 'threads' ? threadAddresses() : null;
  const url = threads?.['hlo-threads.wasm'] ?? fullUrl;
  return { module: await fetchModule(url), threads };
}

export function engineFiles(): EngineFiles {
  let early = (globalThis as { early?: Early }).early;
  let begun = early?.module ?? null;
  let source: string | null = null;
  let rest: WebAssembly.Module | null = null;
  let full: FullEngine | null = null;
  let first: Promise<WebAssembly.Module> | null = null;
  let abort = early?.abort ?? new AbortController();
  let told: (bytes: number) => void = () => undefined;
  const fetchFirst = (): Promise<WebAssembly.Module> => {
    const response = begun ?? fetch(firstUrl, { signal: abort.signal });
    begun = null;
    const made = compile(response, (bytes) => told(bytes));
    // What has failed is tried again when it is asked for again.
    made.catch(() => {
      if (first === made) first = null;
    });
    return made;
  };
  const address = (url: string): string => new URL(url, import.meta.url).href;
  return {
    makeWorker(): WorkerLike {
      const started = early;
      early = undefined;
      if (started !== undefined && !started.failed) return started.worker;
      return new Worker(source ?? workerUrl, { type: 'module' });
    },
    async load(kind, onBytes): Promise<LoadRequest> {
      told = onBytes;
      const fits = kind === 'threads' || (kind === 'plain' && full?.threads === null);
      return {
        kind: 'load',
        first: await (first ??= fetchFirst()),
        rest,
        restUrl: address(restUrl),
        full: fits ? full : null,
      };
    },
    forget() {
      // A browser would keep a second request for the same file waiting for the first.
      abort.abort();
      abort = new AbortController();
      first = null;
      begun = null;
    },
    async fetchAhead(): Promise<WebAssembly.Module | null> {
      if (!import.meta.env.DEV && source === null) {
        const text = await (await fetch(workerUrl)).blob();
        source = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      }
      if (connection().saveData !== true) rest ??= await fetchModule(restUrl);
      return rest;
    },
    async fetchFull(kind): Promise<FullEngine | null> {
      const known = full !== null && (kind === 'threads' || full.threads === null);
      if (!known) full = await fetchFullEngine(kind);
      return full;
    },
  };
}
