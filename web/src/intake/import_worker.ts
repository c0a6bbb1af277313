// SPDX-License-Identifier: Apache-2.0
// Runs the importers off the page's thread. Loaded with the first file that needs them.
import createHloImport from '../generated/hlo-import.mjs';
import moduleUrl from '../generated/hlo-import.wasm?url';
import type { ImportReply, ImportRequest } from './importer';

const scope = self as unknown as DedicatedWorkerGlobalScope;

async function load(): ReturnType<typeof createHloImport> {
  const response = await fetch(new URL(moduleUrl, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return createHloImport({ wasmBinary: await response.arrayBuffer() });
}

let module: ReturnType<typeof createHloImport> | null = null;

scope.onmessage = async ({ data }: MessageEvent<ImportRequest>) => {
  let reply: ImportReply;
  try {
    const importers = await (module ??= load());
    const json = importers.importFile(data.bytes, data.name, {});
    reply = { id: data.id, json, error: '' };
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
