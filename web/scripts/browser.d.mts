// SPDX-License-Identifier: Apache-2.0
import type { Browser } from 'playwright-core';
import type { ServerOptions } from '../../scripts/serve.mjs';

export type BrowserOptions = ServerOptions & { folder?: string };

export interface ServedPage {
  url: string;
  stop: () => Promise<void>;
}

export declare function servePage(options?: BrowserOptions): Promise<ServedPage>;
export declare function chromiumPath(): string | undefined;
export declare function openBrowser(
  options?: BrowserOptions,
): Promise<ServedPage & { browser: Browser }>;
