// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export interface ServerOptions {
  /** Whether the page may share memory with its workers; true unless said otherwise. */
  isolated?: boolean;
  /** Asked before the server answers a request; calls `next` to leave it to the server. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

export declare function pageServer(folder: string, options?: ServerOptions): Server;
