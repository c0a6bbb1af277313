// SPDX-License-Identifier: Apache-2.0
// A server for the built page and a browser for it, for scripts and end-to-end tests.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { pageServer } from '../../scripts/serve.mjs';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const PAGE = fileURLToPath(new URL('../dist/', import.meta.url));

/** Serves `folder` (web/dist unless given) on a free port, unless `middleware` has another answer to a
 *  request. */
export async function servePage({ folder = PAGE, ...options } = {}) {
  const server = pageServer(folder, options);
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address();
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The path of Chromium, or undefined. */
export const chromiumPath = () =>
  process.env['CHROMIUM'] ?? BROWSERS.find((path) => existsSync(path));

/** Opens Chromium beside a server of the page; `stop` ends both. */
export async function openBrowser(options = {}) {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('no Chromium found; set CHROMIUM to its path');
  const { url, stop } = await servePage(options);
  const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
  return {
    browser,
    url,
    async stop() {
      await browser.close();
      await stop();
    },
  };
}
