// A static server for the built page: node scripts/serve.mjs FOLDER PORT
// Files are sent compressed. Browsers cache files with a hash in their name permanently, and revalidate
// the others. The server sends the headers that let a page use shared memory (COOP, COEP, CORP), and
// only files inside FOLDER.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TYPES = {
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
const COMPRESSED = new Set(['.html', '.js', '.mjs', '.css', '.wasm', '.json', '.svg']);
const HASHED = /-[\w-]{8}\.\w+$/;

const ENCODINGS = {
  br: (bytes) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
};

const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

/** The file inside `root` for a URL, or null. */
function fileFor(root, url) {
  let path;
  try {
    path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
  } catch {
    return null; // invalid encoding
  }
  const file = join(root, path.endsWith(sep) ? `${path}index.html` : path);
  if (file !== root && !file.startsWith(root + sep)) return null;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}

/** Reads files and caches them with their compressed forms until they change on disk. */
function fileStore() {
  const kept = new Map();
  return (file) => {
    const { mtimeMs, size } = statSync(file);
    const known = kept.get(file);
    if (known?.mtimeMs === mtimeMs && known.size === size) return known;
    const bytes = readFileSync(file);
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const entry = { mtimeMs, size, bytes, hash, forms: new Map() };
    kept.set(file, entry);
    return entry;
  };
}

function formOf(entry, file, accepted) {
  if (!COMPRESSED.has(extname(file))) return { encoding: null, bytes: entry.bytes };
  const encoding = Object.keys(ENCODINGS).find((name) => accepted.includes(name)) ?? null;
  if (encoding === null) return { encoding, bytes: entry.bytes };
  let bytes = entry.forms.get(encoding);
  if (bytes === undefined) entry.forms.set(encoding, (bytes = ENCODINGS[encoding](entry.bytes)));
  return { encoding, bytes };
}

/** A server for the files in `folder`. `isolated`: whether its page can share memory with workers.
 *  `middleware` runs before every response; it can respond itself or call `next`. */
export function pageServer(folder, { isolated = true, middleware } = {}) {
  const root = resolve(folder);
  const read = fileStore();
  const answer = (request, response) => {
    const file = fileFor(root, request.url ?? '/');
    if (file === null) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
      return;
    }
    const entry = read(file);
    const accepted = String(request.headers['accept-encoding'] ?? '').split(/[\s,;]+/);
    const { encoding, bytes } = formOf(entry, file, accepted);
    const etag = `"${entry.hash}${encoding === null ? '' : `-${encoding}`}"`;
    const headers = {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': HASHED.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag,
      vary: 'accept-encoding',
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
      ...(isolated ? ISOLATED : {}),
    };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    response.writeHead(200, { ...headers, 'content-length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  };
  return createServer((request, response) => {
    if (middleware === undefined) answer(request, response);
    else middleware(request, response, () => answer(request, response));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = 'web/dist', port = '8017'] = process.argv.slice(2);
  pageServer(folder).listen(Number(port), '127.0.0.1');
}
