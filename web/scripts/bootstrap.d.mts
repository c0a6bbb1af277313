// SPDX-License-Identifier: Apache-2.0
import type { Plugin } from 'vite';

export declare const bootstrap: Plugin;
