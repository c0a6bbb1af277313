// SPDX-License-Identifier: Apache-2.0
// Converts files that are not HLO text with the engine's importers, which are a WebAssembly module of
// their own (wasm/hlo_import.d.mts).
import type { Finding, ImportedFile } from '../generated/hlo-import.mjs';
import { readArguments } from './arguments';
import { foreignBytes, foreignText } from './foreign';
import { JSON_FORMAT } from './formats';
import workerUrl from './import_worker?worker&url';
import { mlirIn } from './mlir';
import { removedText, type Importer } from './recognize';
import { askedSizes, dimsOf, sizesText, withoutAdvice, type Sizes } from './sizes';
import { linksOf, type Source } from './source';

export interface ImportRequest {
  id: number;
  bytes: Uint8Array;
  name: string;
  dims: [name: string, size: number][];
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

async function importFile(bytes: Uint8Array, name: string, sizes: Sizes): Promise<ImportedFile> {
  const id = ++lastId;
  const reply = await new Promise<ImportReply>((resolve) => {
    waiting.set(id, resolve);
    importers().postMessage({ id, bytes, name, dims: dimsOf(sizes) } satisfies ImportRequest);
  });
  if (reply.error !== '') throw new Error(`The importers are not available: ${reply.error}.`);
  return JSON.parse(reply.json) as ImportedFile;
}

/** What the importers found, for a notice: the first finding with its line, and how many more. */
export function findingsText(findings: readonly Finding[]): string {
  const first = findings[0];
  if (first === undefined) return '';
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  const line = first.line > 0 ? `line ${first.line}: ` : '';
  return `${line}${withoutAdvice(first.message)} [${first.code}]${more}`;
}

const sourceOf = (text: string, file: ImportedFile, sizes: Sizes): Source => ({
  text,
  sizes: Object.keys(sizes).length > 0 ? sizes : undefined,
  links: linksOf(file),
  findings: file.findings,
  made: file.text === '' ? null : file.text,
  edited: false,
});

/** Why a file has no HLO, and what to do instead. */
function failureOf(findings: readonly Finding[], given: Sizes, asked: Sizes | null): string {
  if (asked !== null && asked !== given) return 'It can be converted when its sizes are known.';
  const advice = findings[0]?.line === 0 ? findings[0].notes : [];
  return `It was not converted: ${[findingsText(findings), ...advice.map((note) => note.message)].join('; ')}.`;
}

const MODULE_AS_JSON = /^\s*\{\s*"[^]*"computations"\s*:\s*\[/;

export const ENGINE_IMPORTER: Importer = {
  takes: (bytes, text) =>
    (text !== null && (foreignText(text)?.importable === true || MODULE_AS_JSON.test(text))) ||
    foreignBytes(bytes)?.importable === true,
  async read(bytes, text, sizes) {
    const part = text === null ? null : mlirIn(text);
    const sent = part === text ? bytes : new TextEncoder().encode(part ?? '');
    const file = await importFile(sent, 'the file', sizes);
    if (file.format === 'HLO text') return null;
    const format = file.format === 'MLIR text' ? 'StableHLO' : file.format;
    if (file.text === '') {
      const asked = askedSizes(file.findings, sizes);
      return { format, failure: failureOf(file.findings, sizes, asked), sizes: asked };
    }
    const source = file.source ?? part;
    const name = /^HloModule ([\w.-]+)/.exec(file.text)?.[1] ?? '';
    const removed = text === null || part === null ? '' : removedText(text, [part], format);
    const given = file.arguments === undefined ? null : JSON.stringify(file.arguments);
    return {
      format,
      module: { name, text: file.text },
      note: [removed, sizesText(sizes), findingsText(file.findings)]
        .filter((said) => said !== '')
        .join('; '),
      arguments: given === null ? null : readArguments(given),
      // JSON is not for reading beside the text.
      source: source === null || format === JSON_FORMAT ? null : sourceOf(source, file, sizes),
    };
  },
};

/** Imports a source; `text` is null where nothing comes of it. */
export async function importSource(
  text: string,
  sizes: Sizes = {},
): Promise<{ source: Source; text: string | null }> {
  const file = await importFile(new TextEncoder().encode(text), 'the source', sizes);
  return { source: sourceOf(text, file, sizes), text: file.text === '' ? null : file.text };
}
