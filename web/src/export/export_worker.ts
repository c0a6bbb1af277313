// SPDX-License-Identifier: Apache-2.0
// Runs the exporters off the page's thread, once.
import createHloExport from '../generated/hlo-export.mjs';
import moduleUrl from '../generated/hlo-export.wasm?url';
import type { ExportReply, ExportRequest } from './exporter';

const scope = self as unknown as DedicatedWorkerGlobalScope;

async function exportText({ text, format }: ExportRequest): Promise<ExportReply> {
  const response = await fetch(new URL(moduleUrl, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const exporters = await createHloExport({ wasmBinary: await response.arrayBuffer() });
  const { bytes, error } = exporters.exportText(text, format);
  // With a buffer of its own, the bytes can become a file.
  if (bytes !== undefined) return { bytes: new Uint8Array(bytes) };
  return { error: error.line > 0 ? `line ${error.line}: ${error.message}` : error.message };
}

scope.onmessage = async ({ data }: MessageEvent<ExportRequest>) => {
  const reply = await exportText(data).catch((error: unknown): ExportReply => ({
    error: `the exporters did not load: ${error instanceof Error ? error.message : String(error)}`,
  }));
  scope.postMessage(reply);
};
