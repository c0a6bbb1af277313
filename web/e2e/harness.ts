// SPDX-License-Identifier: Apache-2.0
// One browser for all journeys; each journey fails on any console message and foreign request.
import { afterAll, beforeAll, expect } from 'vitest';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openBrowser, type BrowserOptions } from '../scripts/browser.mjs';

/** A program that never ends by itself. */
export const ENDLESS = `HloModule endless
same {
  x = s32[] parameter(0)
  ROOT y = s32[] add(x, x)
}
always {
  x = s32[] parameter(0)
  ROOT t = pred[] constant(true)
}
ENTRY main {
  zero = s32[] constant(0)
  ROOT loop = s32[] while(zero), condition=always, body=same
}
`;

/** An endless loop after a value of another shape than the first example's. */
export const LATE_LOOP = ENDLESS.replace(
  '  zero = s32[] constant(0)\n',
  '  zero = s32[] constant(0)\n  before = s32[7] broadcast(zero), dimensions={}\n',
);

let browser: Browser;
let url: string;
let stop: (() => Promise<void>) | undefined;

export function withBrowser(options?: BrowserOptions): void {
  beforeAll(async () => {
    const opened = await openBrowser(options);
    ({ browser, url } = opened);
    stop = () => opened.stop();
  });
  afterAll(() => stop?.());
}

export interface Visit extends BrowserContextOptions {
  /** The part of the address after `#`. */
  fragment?: string;
  /** Files that the server does not send as it ought to: the browser may complain of them. */
  spoiled?: RegExp;
  /** Whether to wait until the engine has answered; true unless said otherwise. */
  waits?: boolean;
}

/** Opens the page, waits for its first values, runs a journey and checks that nothing complained. */
export async function visit(
  { fragment, spoiled, waits = true, ...options }: Visit,
  journey: (page: Page, address: string) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  const complaints: string[] = [];
  const page = await context.newPage();
  page.setDefaultTimeout(spoiled === undefined ? 5000 : 15_000);
  page.on('console', (message) => {
    const expected = spoiled?.test(message.location().url) === true;
    if (!expected) complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const own = request.url().startsWith(url) || /^(?:data|blob):/.test(request.url());
    if (!own) complaints.push(`foreign request: ${request.url()}`);
  });
  try {
    await page.goto(fragment === undefined ? url : `${url}#${fragment}`);
    if (waits) {
      await settled(page);
      await page.locator('.page[data-complete=true]').waitFor();
    }
    await journey(page, url);
    expect(complaints).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  } finally {
    await context.close();
  }
}

/** Waits until the engine has answered the text on show. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { phase, shown } = document.querySelector<HTMLElement>('.page')?.dataset ?? {};
    return (phase === 'idle' || phase === 'stopped') && shown !== undefined && shown !== '0';
  });
}

export async function openExample(page: Page, title: string): Promise<void> {
  await page.click('[popovertarget=examples]');
  await page.locator('#examples button', { hasText: title }).click();
  await settled(page);
}

/** Replaces the whole text, as a paste does. */
export async function setText(page: Page, text: string): Promise<void> {
  const before = await page.locator('.page').getAttribute('data-shown');
  await page.locator('.text-side .cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
  await page.waitForFunction((old) => {
    const { shown, phase } = document.querySelector<HTMLElement>('.page')?.dataset ?? {};
    return shown !== old || phase === 'busy' || phase === 'broken';
  }, before);
}

/** Replaces the whole text from the clipboard. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.locator('.text-side .cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
}

/** Clicks left of an instruction, where no operand stands. */
export async function selectLine(page: Page, line: string): Promise<void> {
  await page.locator('.cm-line', { hasText: line }).click({ position: { x: 10, y: 10 } });
}

/** Shows a view on a phone. */
export async function tapView(page: Page, name: string): Promise<void> {
  const button = page.locator('.bottom-bar > button', { hasText: name });
  if ((await button.count()) === 0) {
    await page.locator('.bottom-bar > button', { hasText: 'More' }).tap();
    await page.locator('#more button', { hasText: name }).tap();
  } else await button.tap();
}

export const inlineValue = (page: Page, line: string): Locator =>
  page.locator('.cm-line', { hasText: line }).locator('.inline-value').first();

export const logicalCell = (page: Page, row: number, column: number): Locator =>
  page.locator(`[aria-label^="logical view"] td[data-row="${row}"][data-column="${column}"]`);
export const memoryCell = (page: Page, row: number, column: number): Locator =>
  page.locator(`[aria-label^="memory of"] td[data-row="${row}"][data-column="${column}"]`);
export const valueCell = (page: Page, row: number, column: number): Locator =>
  page.locator(`.value-table td[data-row="${row}"][data-column="${column}"]`);
