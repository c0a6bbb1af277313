// SPDX-License-Identifier: Apache-2.0
// For Node: the modules are read from this folder.
import { readFile } from 'node:fs/promises';

import createHlo from './hlo.mjs';
import createHloExport from './hlo-export.mjs';
import createHloImport from './hlo-import.mjs';
import { Exporter, Hlo, Importer } from './playground.mjs';

export { Exporter, Hlo, HloError, Importer } from './playground.mjs';

const read = (name) => readFile(new URL(name, import.meta.url));

export const loadHlo = async (options) =>
  new Hlo(await createHlo({ wasmBinary: await read('./hlo.wasm'), ...options }));
export const loadImporter = async (options) =>
  new Importer(await createHloImport({ wasmBinary: await read('./hlo-import.wasm'), ...options }));
export const loadExporter = async (options) =>
  new Exporter(await createHloExport({ wasmBinary: await read('./hlo-export.wasm'), ...options }));
