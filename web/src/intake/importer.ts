// SPDX-License-Identifier: Apache-2.0
// Converts files that are not HLO text with the engine's importers, which are a WebAssembly module of
// their own (wasm/hlo_import.d.mts).
import type { ImportedFile } from '../generated/hlo-import.mjs';
import { foreignText } from './foreign';
import type { Importer } from './recognize';
import workerUrl from './import_worker?worker&url';

export interface ImportRequest {
  id: number;
  bytes: Uint8Array;
  name: string;
}

export interface ImportReply {
  id: number;
  /** An ImportedFile. */
  json: string;
  /** Why the importers did not load, or "". */
  error: string;
}

type Waiting = Map<number, (reply: ImportReply) => void>;

let worker: Worker | null = null;
const waiting: Waiting = new Map();
let lastId = 0;

function importers(): Worker {
  if (worker !== null) return worker;
  const made = new Worker(workerUrl, { type: 'module' });
  made.onmessage = ({ data }: MessageEvent<ImportReply>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  made.onerror = () => {
    worker = null;
    for (const [id, answer] of waiting) answer({ id, json: '', error: 'they did not load' });
    waiting.clear();
  };
  worker = made;
  return made;
}

async function importFile(bytes: Uint8Array, name: string): Promise<ImportedFile> {
  const id = ++lastId;
  const reply = await new Promise<ImportReply>((resolve) => {
    waiting.set(id, resolve);
    importers().postMessage({ id, bytes, name } satisfies ImportRequest);
  });
  if (reply.error !== '') throw new Error(`The importers are not available: ${reply.error}.`);
  return JSON.parse(reply.json) as ImportedFile;
}

/** What the importers found, for a notice: the first finding with its line, and how many more. */
export function findingsText(findings: ImportedFile['findings']): string {
  const first = findings[0];
  if (first === undefined) return '';
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  const line = first.line > 0 ? `line ${first.line}: ` : '';
  return `${line}${first.message} [${first.code}]${more}`;
}

export const STABLEHLO_IMPORTER: Importer = {
  name: 'StableHLO',
  takes: (_, text) => text !== null && foreignText(text)?.importable === 'StableHLO text',
  async modules(bytes) {
    const file = await importFile(bytes, 'the file');
    if (file.text === '') throw new Error(`It has errors: ${findingsText(file.findings)}.`);
    const name = /^HloModule ([\w.-]+)/.exec(file.text)?.[1] ?? '';
    return { modules: [{ name, text: file.text }], note: findingsText(file.findings) };
  },
};
