// SPDX-License-Identifier: Apache-2.0
// A server for the built page and a browser for it, for scripts and end-to-end tests.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NOT_ISOLATED = {
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Cross-Origin-Embedder-Policy': 'unsafe-none',
};

/** Serves web/dist on a free port, unless `middleware` has another answer to a request; `stop` ends
 *  server and browser. */
export async function openBrowser({ isolated = true, middleware } = {}) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const server = await preview({
    root,
    logLevel: 'error',
    plugins: [
      {
        name: 'middleware',
        configurePreviewServer: ({ middlewares }) => {
          if (middleware !== undefined) middlewares.use(middleware);
        },
      },
    ],
    preview: { port: 0, host: '127.0.0.1', ...(isolated ? {} : { headers: NOT_ISOLATED }) },
  });
  const executablePath = process.env['CHROMIUM'] ?? BROWSERS.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium found; set CHROMIUM to its path');
  const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
  const url = server.resolvedUrls?.local[0] ?? '';
  return {
    browser,
    url,
    async stop() {
      await browser.close();
      await server.close();
    },
  };
}
