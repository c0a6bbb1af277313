// SPDX-License-Identifier: Apache-2.0
import type { Browser } from 'playwright-core';
import type { ServerOptions } from '../../scripts/serve.mjs';

export type BrowserOptions = ServerOptions;

export declare function openBrowser(options?: BrowserOptions): Promise<{
  browser: Browser;
  url: string;
  stop(): Promise<void>;
}>;
