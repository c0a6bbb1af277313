// SPDX-License-Identifier: Apache-2.0
// scripts/serve.mjs sends the page compressed, lets browsers keep it, and sends nothing else.
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { get, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageServer } from '../../scripts/serve.mjs';

const TEXT = 'console.log("value");\n'.repeat(100);
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  mkdirSync(join(folder, 'page/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.js'), 'secret');
  writeFileSync(join(folder, 'page/index.html'), '<p>page</p>');
  writeFileSync(join(folder, 'page/assets/index-DRfyPwhJ.js'), TEXT);
  server = pageServer(join(folder, 'page'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
/** Asks without a browser's own decompression. */
const ask = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    get({ host: '127.0.0.1', port, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      );
    }).on('error', reject);
  });

const SCRIPT = '/assets/index-DRfyPwhJ.js';

test('a file goes out in the best form that is accepted', async () => {
  const plain = await ask(SCRIPT);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body.toString()).toBe(TEXT);
  const zipped = await ask(SCRIPT, { 'accept-encoding': 'gzip, deflate' });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.body).toString()).toBe(TEXT);
  const best = await ask(SCRIPT, { 'accept-encoding': 'gzip, br' });
  expect(best.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(best.body).toString()).toBe(TEXT);
  expect(best.body.length).toBeLessThan(TEXT.length / 10);
});

test('a file with a hash in its name is kept for good, the page is asked for again', async () => {
  expect((await ask(SCRIPT)).headers['cache-control']).toContain('immutable');
  const page = await ask('/');
  expect(page.headers['cache-control']).toBe('no-cache');
  const again = await ask('/', { 'if-none-match': page.headers.etag ?? '' });
  expect(again.status).toBe(304);
  expect(again.body).toHaveLength(0);
  writeFileSync(join(folder, 'page/index.html'), '<p>another page</p>');
  expect((await ask('/', { 'if-none-match': page.headers.etag ?? '' })).status).toBe(200);
});

test('the page may share memory with its workers', async () => {
  const { headers } = await ask('/');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
});

test.each(['/../secret.js', '/%2e%2e/secret.js', '/..%2fsecret.js', '/%E0%A4%A', '/assets', '/no'])(
  '%s names no file',
  async (path) => {
    expect((await ask(path)).status).toBe(404);
  },
);
