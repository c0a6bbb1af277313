// SPDX-License-Identifier: Apache-2.0
// Draws the first example with its values into the built page (src/prerender.tsx).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'dist/index.html');
const EMPTY = '<div id="app"></div>';
const part = (name) => new WebAssembly.Module(readFileSync(join(root, 'src/generated', name)));

const html = readFileSync(page, 'utf8');
if (!html.includes(EMPTY)) throw new Error(`dist/index.html has no ${EMPTY}`);
// Inside of the package, so that the program finds what it imports.
const folder = mkdtempSync(join(root, 'node_modules/.prerender-'));
try {
  await build({
    root,
    logLevel: 'error',
    build: { ssr: 'src/prerender.tsx', outDir: folder, emptyOutDir: true, minify: false },
  });
  const { prerender } = await import(pathToFileURL(join(folder, 'prerender.js')).href);
  const { html: drawn, data } = await prerender(part('hlo.wasm'), () => part('hlo-rest.wasm'));
  const json = data.replaceAll('<', '\\u003c');
  const whole = [
    `<div id="app" class="ahead">${drawn}</div>`,
    `<script type="application/json" id="prerendered">${json}</script>`,
  ].join('\n    ');
  writeFileSync(
    page,
    html.replace(EMPTY, () => whole),
  );
} finally {
  rmSync(folder, { recursive: true });
}
