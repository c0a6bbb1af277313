// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from 'vitest/config';

// Cross-origin isolation: a page served so may start the engine with threads.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

// The page talks to nobody: the browser holds it to that. Style attributes carry tile colours.
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const contentPolicy = {
  name: 'content-policy',
  apply: 'build' as const,
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
      injectTo: 'head-prepend' as const,
    },
  ],
};

export default defineConfig({
  base: './',
  server: { headers },
  preview: { headers },
  worker: { format: 'es' },
  plugins: [contentPolicy],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  test: { include: ['{src,scripts}/**/*.test.ts'] },
});
