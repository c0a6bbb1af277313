// SPDX-License-Identifier: Apache-2.0
// For pages and workers: the modules are fetched from this folder. Bundlers find them by their URLs.
import createHlo from './hlo.mjs';
import createHloExport from './hlo-export.mjs';
import createHloImport from './hlo-import.mjs';
import { Exporter, Hlo, Importer } from './playground.mjs';

export { Exporter, Hlo, HloError, Importer } from './playground.mjs';

const URLS = {
  'hlo.wasm': new URL('./hlo.wasm', import.meta.url).href,
  'hlo-export.wasm': new URL('./hlo-export.wasm', import.meta.url).href,
  'hlo-import.wasm': new URL('./hlo-import.wasm', import.meta.url).href,
};
const locateFile = (name) => URLS[name];

export const loadHlo = async (options) => new Hlo(await createHlo({ locateFile, ...options }));
export const loadImporter = async (options) =>
  new Importer(await createHloImport({ locateFile, ...options }));
export const loadExporter = async (options) =>
  new Exporter(await createHloExport({ locateFile, ...options }));
