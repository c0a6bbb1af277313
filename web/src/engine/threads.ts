// SPDX-License-Identifier: Apache-2.0
// The engine's module with threads: a second artefact, for pages that were built with it
// (scripts/play --threads) and are served isolated, so that browsers let them share memory.
import type { HloModule, ModuleOptions } from './types';

/** More would wait for each other's memory traffic. */
const MOST_THREADS = 8;

// The files are not bundled, because each thread starts with them by their addresses. None are there
// when the page was built without threads.
const built = import.meta.glob<string>('../generated/hlo-threads.*', {
  query: '?url',
  import: 'default',
  eager: true,
});
const addressOf = (name: string): string | undefined => built[`../generated/${name}`];

/** The module, or null where the one without threads is to be used. */
export async function loadThreaded(): Promise<HloModule | null> {
  const glue = addressOf('hlo-threads.mjs');
  const threads = Math.min(navigator.hardwareConcurrency, MOST_THREADS);
  // Vite's own server would write an import into what threads start with, which is no module.
  if (import.meta.env.DEV || glue === undefined) return null;
  if (!self.crossOriginIsolated || threads < 2) return null;
  const mainScriptUrlOrBlob = new URL(glue, import.meta.url).href;
  const locateFile = (name: string): string => addressOf(name) ?? name;
  try {
    const { default: createHlo } = (await import(/* @vite-ignore */ mainScriptUrlOrBlob)) as {
      default: (options: ModuleOptions) => Promise<HloModule>;
    };
    return await createHlo({ threads, mainScriptUrlOrBlob, locateFile });
  } catch {
    // Not served, or no room for memory that can grow to its limit in place.
    return null;
  }
}
