// SPDX-License-Identifier: Apache-2.0
// Three browsers behind one interface: Chromium through Playwright, Firefox through WebDriver BiDi, and
// WebKit through WebDriver. Firefox and WebKit are the packages of Debian.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import { chromiumPath, openBrowser, servePage } from '../scripts/browser.mjs';

export interface Size {
  width: number;
  height: number;
}

/** A tab with a storage of its own. */
export interface Tab {
  open: (url: string) => Promise<void>;
  /** Evaluates an expression with a value that JSON can represent. */
  evaluate: (expression: string) => Promise<unknown>;
  clickAt: (x: number, y: number) => Promise<void>;
  /** Presses keys together: `a`, or the names in KEYS. */
  press: (...keys: string[]) => Promise<void>;
  /** What the page has written to the console, and its errors. */
  complaints: () => Promise<string[]>;
  close: () => Promise<void>;
}

export interface Driver {
  url: string;
  newTab: (size: Size) => Promise<Tab>;
  stop: () => Promise<void>;
}

const KEYS: Readonly<Record<string, string>> = {
  Control: '\uE009',
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

function clickActions(x: number, y: number): unknown[] {
  const at = { x: Math.round(x), y: Math.round(y) };
  const actions = [
    { type: 'pointerMove', ...at, duration: 0, origin: 'viewport' },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}

function keyActions(keys: readonly string[]): unknown[] {
  const values = keys.map((key) => KEYS[key] ?? key);
  const actions = [
    ...values.map((value) => ({ type: 'keyDown', value })),
    ...values.reverse().map((value) => ({ type: 'keyUp', value })),
  ];
  return [{ type: 'key', id: 'keyboard', actions }];
}

async function startChromium(): Promise<Driver> {
  const { browser, url, stop } = await openBrowser();
  const newTab = async (size: Size): Promise<Tab> => {
    const context = await browser.newContext({ viewport: size });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    return {
      async open(address) {
        await page.goto(address);
      },
      evaluate: (expression) => page.evaluate(expression),
      clickAt: (x, y) => page.mouse.click(x, y),
      press: (...keys) => page.keyboard.press(keys.join('+')),
      complaints: () => Promise.resolve(complaints),
      close: () => context.close(),
    };
  };
  return { url, newTab, stop };
}

/** The first match in what a process writes. */
function written(stream: Readable, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    stream.on('close', () => reject(new Error(`the process ended: ${text}`)));
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL'); // also ends one that does not answer
  });
}

interface BidiMessage {
  id?: number;
  error?: string;
  message?: string;
  method?: string;
  result?: unknown;
  params?: { text?: string; source?: { context?: string } };
}

/** A connection of WebDriver BiDi. */
class Bidi {
  private lastId = 0;
  private readonly waiting = new Map<number, (message: BidiMessage) => void>();
  /** Entries of the console by browsing context. */
  readonly log = new Map<string, string[]>();

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) =>
      this.receive(JSON.parse(data.toString()) as BidiMessage),
    );
  }

  static async connect(address: string): Promise<Bidi> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return new Bidi(socket);
  }

  private receive(message: BidiMessage): void {
    if (message.id !== undefined) this.waiting.get(message.id)?.(message);
    if (message.method !== 'log.entryAdded') return;
    const context = message.params?.source?.context ?? '';
    this.log.set(context, [...(this.log.get(context) ?? []), message.params?.text ?? '']);
  }

  async send<T>(method: string, params: object): Promise<T> {
    const id = ++this.lastId;
    const answer = new Promise<BidiMessage>((resolve) => this.waiting.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result } = await answer;
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result as T;
  }

  close(): void {
    this.socket.close();
  }
}

async function bidiTab(bidi: Bidi, viewport: Size): Promise<Tab> {
  const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext', {});
  const created = { type: 'tab', userContext };
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', created);
  await bidi.send('browsingContext.setViewport', { context, viewport });
  const perform = (actions: unknown[]): Promise<void> =>
    bidi.send('input.performActions', { context, actions });
  return {
    open: (url) => bidi.send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate(expression) {
      const { result, exceptionDetails } = await bidi.send<{
        result: { value: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', {
        expression: `JSON.stringify((${expression}) ?? null)`,
        target: { context },
        awaitPromise: false,
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value) as unknown;
    },
    clickAt: (x, y) => perform(clickActions(x, y)),
    press: (...keys) => perform(keyActions(keys)),
    complaints: () => Promise.resolve(bidi.log.get(context) ?? []),
    close: () => bidi.send('browser.removeUserContext', { userContext }),
  };
}

const FIREFOX = '/usr/bin/firefox-esr';

async function startFirefox(): Promise<Driver> {
  const { url, stop } = await servePage();
  const profile = mkdtempSync(join(tmpdir(), 'hlo-firefox-'));
  const flags = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile];
  const child = spawn(FIREFOX, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await written(child.stderr, /WebDriver BiDi listening on (ws:\S+)/);
  const bidi = await Bidi.connect(`${address}/session`);
  await bidi.send('session.new', { capabilities: {} });
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
  return {
    url,
    newTab: (size) => bidiTab(bidi, size),
    async stop() {
      bidi.close();
      await ended(child);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
      await stop();
    },
  };
}

/** A script that records what WebDriver does not report: the console and errors. */
const RECORDER = `self.complaints = [];
for (const name of ['debug', 'log', 'info', 'warn', 'error']) {
  const own = console[name];
  console[name] = (...words) => { complaints.push(words.join(' ')); own.apply(console, words); };
}
addEventListener('error', ({ message, target }) => complaints.push(message ?? 'no ' + target.src), true);
addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)));
addEventListener('securitypolicyviolation', ({ blockedURI }) => complaints.push('CSP ' + blockedURI));
`;

/** The page with the recorder before all other scripts. */
function recordedPage(): string {
  const html = readFileSync(new URL('../dist/index.html', import.meta.url), 'utf8');
  return html.replace('<script', '<script src="./recorder.js"></script><script');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** The small browser that WebKitGTK tests itself with. */
function miniBrowser(): string | undefined {
  const libraries = '/usr/lib';
  for (const machine of existsSync(libraries) ? readdirSync(libraries) : []) {
    for (const version of ['4.1', '4.0', '6.0']) {
      const path = join(libraries, machine, `webkit2gtk-${version}/MiniBrowser`);
      if (existsSync(path)) return path;
    }
  }
  return undefined;
}

type WebDriver = (method: string, path: string, body?: object) => Promise<unknown>;

/** A WebDriver did not answer. If a new one does, the page is not at fault. */
export class DriverTimeout extends Error {}

/** Longer than any single command takes on a busy machine. */
const ANSWER_MS = 20_000;

async function webDriverTab(send: WebDriver, binary: string, size: Size): Promise<Tab> {
  const options = { binary, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const made = (await send('POST', '/session', { capabilities })) as { sessionId: string };
  const session = `/session/${made.sessionId}`;
  await send('POST', `${session}/window/rect`, size);
  const evaluate = (expression: string): Promise<unknown> =>
    send('POST', `${session}/execute/sync`, { script: `return (${expression});`, args: [] });
  const perform = async (actions: unknown[]): Promise<void> => {
    await send('POST', `${session}/actions`, { actions });
  };
  return {
    async open(url) {
      await send('POST', `${session}/url`, { url });
    },
    evaluate,
    clickAt: (x, y) => perform(clickActions(x, y)),
    press: (...keys) => perform(keyActions(keys)),
    complaints: async () => (await evaluate('self.complaints')) as string[],
    async close() {
      await send('DELETE', session);
    },
  };
}

async function startWebKit(): Promise<Driver> {
  const { url, stop } = await servePage({
    middleware: (request, response, next) => {
      if (request.url === '/') {
        response.writeHead(200, { 'content-type': 'text/html' }).end(recordedPage());
      } else if (request.url === '/recorder.js') {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(RECORDER);
      } else next();
    },
  });
  const flags = ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', flags, { stdio: ['ignore', 'pipe', 'ignore'] });
  const display = await written(screen.stdout, /(\d+)\n/);
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${display}` };
  const child = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env });
  const send: WebDriver = async (method, path, body) => {
    const init: RequestInit = { method, signal: AbortSignal.timeout(ANSWER_MS) };
    if (body !== undefined) init.body = JSON.stringify(body);
    const address = `http://127.0.0.1:${port}${path}`;
    const [ok, answer] = await fetch(address, init)
      .then(async (response) => [response.ok, await response.json()] as [boolean, unknown])
      .catch((error: unknown) => {
        throw new DriverTimeout(`${method} ${path}: ${String(error)}`);
      });
    const { value } = answer as { value: { error?: string; message?: string } };
    if (!ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  for (let k = 0; k < 50; k++) {
    const ready = await send('GET', '/status').catch(() => null);
    if (ready !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    newTab: (size) => webDriverTab(send, miniBrowser() ?? '', size),
    async stop() {
      await ended(child);
      await ended(screen);
      await stop();
    },
  };
}

export interface Browser {
  name: string;
  /** Why it cannot be used, or "". */
  missing: () => string;
  start: () => Promise<Driver>;
}

const onPath = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, name)));

export const BROWSERS: readonly Browser[] = [
  {
    name: 'Chromium',
    missing: () => (chromiumPath() === undefined ? 'chromium is not installed' : ''),
    start: startChromium,
  },
  {
    name: 'Firefox',
    missing: () => (existsSync(FIREFOX) ? '' : 'firefox-esr is not installed'),
    start: startFirefox,
  },
  {
    name: 'WebKit',
    missing: () =>
      onPath('WebKitWebDriver') && onPath('Xvfb') && miniBrowser() !== undefined
        ? ''
        : 'webkit2gtk-driver or xvfb is not installed',
    start: startWebKit,
  },
];
