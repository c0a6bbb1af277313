// SPDX-License-Identifier: Apache-2.0
import type { Browser } from 'playwright-core';

export declare function openBrowser(): Promise<{
  browser: Browser;
  url: string;
  stop(): Promise<void>;
}>;
