// SPDX-License-Identifier: Apache-2.0
import type { Browser } from 'playwright-core';

export interface BrowserOptions {
  /** Whether the page may share memory with its workers; true unless said otherwise. */
  isolated?: boolean;
}

export declare function openBrowser(options?: BrowserOptions): Promise<{
  browser: Browser;
  url: string;
  stop(): Promise<void>;
}>;
