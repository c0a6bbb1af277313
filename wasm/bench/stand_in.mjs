// SPDX-License-Identifier: Apache-2.0
// The page APIs that the loader of LiteRT.js needs, for Node.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import vm from 'node:vm';

/** `folder` has the loader and the module named `build`. */
export function standInForPage(host, folder, build) {
  const path = host.url(folder).pathname;
  const local = (url) => String(url).replace('file://', '');
  globalThis.self = globalThis;
  globalThis.navigator ??= { userAgent: 'node', hardwareConcurrency: 1 };
  globalThis.require = createRequire(import.meta.url);
  globalThis.__filename = `${path}loader.js`;
  globalThis.__dirname = path;
  globalThis.importScripts = (url) => vm.runInThisContext(
    `${readFileSync(local(url), 'utf8')}\n;globalThis.ModuleFactory = ModuleFactory;`, { filename: local(url) });
  globalThis.fetch = async (url) =>
    new Response(readFileSync(local(url)), { headers: { 'content-type': 'application/wasm' } });
  globalThis.Module = {
    locateFile: (file) => `${path}${file}`, wasmBinary: readFileSync(`${path}${build}.wasm`),
  };
}
