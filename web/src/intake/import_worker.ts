// SPDX-License-Identifier: Apache-2.0
// Runs the importers off the page's thread. Loaded with the first file that needs them.
import createHloImport, { type ImportedFile } from '../generated/hlo-import.mjs';
import moduleUrl from '../generated/hlo-import.wasm?url';
import type { ImportReply, ImportRequest } from './importer';
import { JSON_FORMAT } from './formats';

const scope = self as unknown as DedicatedWorkerGlobalScope;

async function load(): ReturnType<typeof createHloImport> {
  const response = await fetch(new URL(moduleUrl, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return createHloImport({ wasmBinary: await response.arrayBuffer() });
}

let module: ReturnType<typeof createHloImport> | null = null;
/** What the engine answers; null until a file needs it. */
let engine: {
  rootShape: (text: string) => string;
  moduleOfJson: (json: string) => ImportedFile;
} | null = null;

async function importFile({ bytes, name, dims }: ImportRequest): Promise<string> {
  const importers = await (module ??= load());
  const run = (rootShape: (text: string) => string): string =>
    importers.importFile(bytes, name, { dims, rootShape });
  const isJson = (json: string): boolean => json.startsWith(`{"format":"${JSON_FORMAT}"`);
  if (engine === null) {
    let asked = 0;
    const json = run(() => {
      asked++;
      return '';
    });
    if (asked === 0 && !isJson(json)) return json;
    const { loadEngine, moduleOfJson, rootShape } = await import('./import_engine');
    const loaded = await loadEngine();
    engine = {
      rootShape: (text) => rootShape(loaded, text),
      moduleOfJson: (text) => moduleOfJson(loaded, text),
    };
  }
  const json = run(engine.rootShape);
  if (!isJson(json)) return json;
  return JSON.stringify(engine.moduleOfJson(new TextDecoder().decode(bytes)));
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
