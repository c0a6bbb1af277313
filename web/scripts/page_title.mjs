// SPDX-License-Identifier: Apache-2.0
// Opens a page of a folder in Chromium and prints its title once that is not "waiting":
//   node page_title.mjs FOLDER PAGE
// Fails if the page reports an error, or requests something else than files of the folder.
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { pageServer } from '../../scripts/serve.mjs';
import { chromiumPath } from './browser.mjs';

const [folder, page] = process.argv.slice(2);
const server = pageServer(`${resolve(folder)}/`);
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const origin = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  headless: true,
  args: ['--no-sandbox', '--disable-gpu'],
});
let failed = false;
const report = (text) => {
  failed = true;
  console.error(text);
};
try {
  const tab = await browser.newPage();
  tab.on('pageerror', (error) => report(`error in the page: ${error.message}`));
  tab.on('request', (request) => {
    if (!request.url().startsWith(origin)) report(`request to ${request.url()}`);
  });
  await tab.goto(origin + page);
  await tab.waitForFunction("document.title !== 'waiting'", null, { timeout: 60_000 });
  console.log(await tab.title());
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
}
process.exitCode = failed ? 1 : 0;
