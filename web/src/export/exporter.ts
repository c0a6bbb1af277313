// SPDX-License-Identifier: Apache-2.0
// Converts HLO text to other formats with the engine's exporters, which are a WebAssembly module of
// their own (wasm/hlo_export.d.mts).
import workerUrl from './export_worker?worker&url';

export interface ExportRequest {
  text: string;
  format: 'pb' | 'stablehlo';
}

/** The file, or an error message. */
export type ExportReply =
  { bytes: Uint8Array<ArrayBuffer>; error?: never } | { error: string; bytes?: never };

export function exportText(text: string, format: ExportRequest['format']): Promise<ExportReply> {
  const worker = new Worker(workerUrl, { type: 'module' });
  return new Promise<ExportReply>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<ExportReply>) => resolve(data);
    worker.onerror = () => resolve({ error: 'the exporters did not load' });
    worker.postMessage({ text, format } satisfies ExportRequest);
  }).finally(() => worker.terminate());
}
