// SPDX-License-Identifier: Apache-2.0
/// <reference types="vite/client" />

/** Bytes of the engine's first part, not compressed. */
declare const ENGINE_BYTES: number;
