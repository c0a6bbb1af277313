// A static server for the built page: node scripts/serve.mjs FOLDER PORT
// Sends the headers that let a page use shared memory (COOP, COEP, CORP), and nothing from outside
// FOLDER.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

const [folder = 'web/dist', port = '8017'] = process.argv.slice(2);
const root = resolve(folder);

function fileFor(url) {
  const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
  const file = join(root, path.endsWith(sep) ? `${path}index.html` : path);
  if (file !== root && !file.startsWith(root + sep)) return null;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}

createServer((request, response) => {
  let file = null;
  try {
    file = fileFor(request.url ?? '/');
  } catch {
    // A URL that cannot be decoded names no file.
  }
  if (file === null) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
    return;
  }
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-cache',
  });
  createReadStream(file).pipe(response);
}).listen(Number(port), '127.0.0.1');
