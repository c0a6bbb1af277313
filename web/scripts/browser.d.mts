// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Browser } from 'playwright-core';

export interface BrowserOptions {
  /** Whether the page may share memory with its workers; true unless said otherwise. */
  isolated?: boolean;
  /** Asked before the server answers a request; calls `next` to leave it to the server. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

export declare function openBrowser(options?: BrowserOptions): Promise<{
  browser: Browser;
  url: string;
  stop(): Promise<void>;
}>;
