// SPDX-License-Identifier: Apache-2.0
// The full-speed engine with threads: for pages that were built with it (scripts/play --threads) and
// are served isolated, so that browsers let them share memory.
import type { HloModule, ModuleOptions } from './types';

/** More would wait for each other's memory traffic. */
const MAX_THREADS = 8;

/** How long the threads may take to start. */
export const START_MS = 3000;

/** The engine, or null where it cannot start. `addresses`: of its files. */
export async function loadThreaded(
  module: WebAssembly.Module,
  addresses: Record<string, string>,
): Promise<HloModule | null> {
  const glue = addresses['hlo-threads.mjs'];
  const threads = Math.min(navigator.hardwareConcurrency, MAX_THREADS);
  if (glue === undefined) return null;
  const locateFile = (name: string): string => addresses[name] ?? name;
  try {
    const { default: createHlo } = (await import(/* @vite-ignore */ glue)) as {
      default: CreateHlo;
    };
    const options = { threads, mainScriptUrlOrBlob: glue, locateFile };
    return await startThreads(createHlo, module, options);
  } catch {
    // Not served, no room for memory that can grow to its limit in place, or no threads.
    return null;
  }
}

type CreateHlo = (options: ModuleOptions) => Promise<HloModule>;
/** What Emscripten adds to its options: threads that have got nothing to do yet. */
type Threads = { PThread?: { unusedWorkers: Worker[] } };

/** Waits until the module's threads have started; when one cannot or time runs out, ends the others
 *  and rejects. Emscripten itself would wait for ever. */
export async function startThreads(
  createHlo: CreateHlo,
  module: WebAssembly.Module,
  addresses: ModuleOptions,
): Promise<HloModule> {
  let starting = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let threads: Worker[] = [];
  let fail: (reason: unknown) => void;
  // Emscripten would throw the error anew, as one of the page.
  const onError = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    fail(event);
  };
  try {
    return await new Promise<HloModule>((resolve, reject) => {
      fail = reject;
      const options: ModuleOptions & Threads = {
        ...addresses,
        instantiateWasm(imports, receive) {
          timer = setTimeout(() => fail(new Error('the threads did not start')), START_MS);
          // Emscripten expects the instance later.
          Promise.resolve()
            .then(() => receive(new WebAssembly.Instance(module, imports), module))
            .catch(fail);
          return {};
        },
        printErr: (text) => starting || console.error(text),
      };
      createHlo(options).then(resolve, reject);
      threads = [...(options.PThread?.unusedWorkers ?? [])];
      for (const thread of threads) thread.addEventListener('error', onError);
    });
  } catch (error) {
    // They are still listened to: one that fails after all is no error of the page.
    for (const thread of threads) thread.terminate();
    threads = [];
    throw error;
  } finally {
    starting = false;
    clearTimeout(timer);
    for (const thread of threads) thread.removeEventListener('error', onError);
  }
}
