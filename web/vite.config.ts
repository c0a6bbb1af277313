// SPDX-License-Identifier: Apache-2.0
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { bootstrap } from './scripts/bootstrap.mjs';

// Cross-origin isolation: a page served so may start the engine with threads.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

// What every visit needs is one file; what is shared by panes or by the late parts of the editor comes
// with them.
const CORE = new RegExp(
  [
    'node_modules/(preact|style-mod|w3c-keyname|crelt|@marijn|@codemirror/(state|view))/',
    'src/(base|engine|program|state)/(?!download|rule_book|markdown|repairs|clash|fault_site|fixes)',
    'src/frame/(?!OpenMenu|NoticeBar|intake|Help|SaveMenu|save|watch_source)',
    'src/editor/(?!extras|cards|change_marks|completion|find|source_view)',
    'src/panes/(use_answer|reasons|context)',
  ].join('|'),
);

// Licenses only.
const COMMENTS = { legal: true, annotation: false, jsdoc: false };

const engine = fileURLToPath(new URL('src/generated/hlo.wasm', import.meta.url));
const engineBytes = statSync(engine, { throwIfNoEntry: false })?.size ?? 0;

export default defineConfig({
  define: { ENGINE_BYTES: String(engineBytes) },
  base: './',
  server: { headers },
  preview: { headers },
  worker: { format: 'es', rolldownOptions: { output: { comments: COMMENTS } } },
  plugins: [bootstrap],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { comments: COMMENTS, codeSplitting: { groups: [{ name: 'core', test: CORE }] } },
    },
  },
  test: { include: ['{src,scripts}/**/*.test.ts'] },
});
