// SPDX-License-Identifier: Apache-2.0
// Runs the importers off the page's thread. Loaded with the first file that needs them.
import createHloImport from '../generated/hlo-import.mjs';
import moduleUrl from '../generated/hlo-import.wasm?url';
import type { ImportReply, ImportRequest } from './importer';
import type { HloModule } from '../engine/types';
import { JSON_FORMAT } from './formats';

const scope = self as unknown as DedicatedWorkerGlobalScope;

async function load(): ReturnType<typeof createHloImport> {
  const response = await fetch(new URL(moduleUrl, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return createHloImport({ wasmBinary: await response.arrayBuffer() });
}

let module: ReturnType<typeof createHloImport> | null = null;
let engine: HloModule | null = null;

async function importFile({ bytes, name, dims }: ImportRequest): Promise<string> {
  const importers = await (module ??= load());
  const run = (rootShape: (text: string) => string): string =>
    importers.importFile(bytes, name, { dims, rootShape });
  let asked = 0;
  const first = run(() => {
    asked++;
    return '';
  });
  const isJson = first.startsWith(`{"format":"${JSON_FORMAT}"`);
  if (asked === 0 && !isJson) return first;
  const { loadEngine, moduleOfJson, rootShape } = await import('./import_engine');
  const loaded = (engine ??= await loadEngine());
  if (isJson) return JSON.stringify(moduleOfJson(loaded, new TextDecoder().decode(bytes)));
  return run((text) => rootShape(loaded, text));
}

scope.onmessage = async ({ data }: MessageEvent<ImportRequest>) => {
  let reply: ImportReply;
  try {
    reply = { id: data.id, json: await importFile(data), error: '' };
  } catch (error) {
    module = null;
    reply = {
      id: data.id,
      json: '',
      error: error instanceof Error ? error.message : String(error),
    };
  }
  scope.postMessage(reply);
};
