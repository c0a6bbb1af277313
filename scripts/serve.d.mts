// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export interface ServerOptions {
  /** Whether the page can share memory with its workers; the default is true. */
  isolated?: boolean;
  /** Runs before every response; calls `next` to leave the request to the server. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

export declare function pageServer(folder: string, options?: ServerOptions): Server;
