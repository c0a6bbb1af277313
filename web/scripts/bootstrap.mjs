// SPDX-License-Identifier: Apache-2.0
// What the built page does before its script has come: it starts the worker and fetches the engine at
// once, so that neither waits for the other, and takes the theme that was chosen before.
import { createHash } from 'node:crypto';

const THEME_KEY = 'hlo-playground-theme';

/** The page makes no foreign requests, and the browser enforces it. Style attributes carry tile colors; a
 *  worker that follows a stopped one is made of its kept source, a blob. */
export const policyWith = (script) =>
  [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "worker-src 'self' blob:",
    "connect-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** Read by src/engine/files.ts. */
export const bootstrapScript = ({ worker, engine }) =>
  [
    '(() => {',
    'const root = document.documentElement;',
    `try { const theme = localStorage.getItem('${THEME_KEY}'); if (theme) root.dataset.theme = theme; }`,
    'catch {}',
    // What the build drew is the first example: a link has another program.
    "if (location.hash.length > 1) root.dataset.start = 'link';",
    `const early = { worker: new Worker('./${worker}', { type: 'module' }), failed: false, module: null, abort: new AbortController() };`,
    'early.worker.onerror = () => { early.failed = true; };',
    `early.module = fetch('./${engine}', { signal: early.abort.signal });`,
    'early.module.catch(() => {});',
    'self.early = early;',
    '})();',
  ].join('\n');

const CHARSET = '<meta charset="utf-8" />';

/** A plugin for Vite: puts policy and script at the top of the page, where they come before all that
 *  is fetched, and the parts that the first example needs among what is fetched at once. */
export const bootstrap = {
  name: 'bootstrap',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (bundle === undefined) return html;
      const names = Object.keys(bundle);
      const named = (pattern) => names.find((name) => pattern.test(name)) ?? '';
      const script = bootstrapScript({
        worker: named(/^assets\/worker-[\w-]+\.js$/),
        engine: named(/^assets\/hlo-(?!rest|full|threads|import)[\w-]+\.wasm$/),
      });
      const pane = named(/^assets\/LayoutPane-[\w-]+\.js$/);
      const early = [pane, ...(bundle[pane]?.imports ?? [])].filter((name) => !html.includes(name));
      const policy = policyWith(script);
      const top = [
        CHARSET,
        `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
        `<script>${script}</script>`,
      ].join('\n    ');
      const links = early.map((name) => `<link rel="modulepreload" crossorigin href="./${name}">`);
      return html
        .replace(CHARSET, () => top)
        .replace('</head>', () => `${links.map((link) => `  ${link}\n  `).join('')}</head>`);
    },
  },
};
