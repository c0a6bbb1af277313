// SPDX-License-Identifier: Apache-2.0
// For tests: the engine itself, from the files that the build puts into src/generated.
import { readFileSync } from 'node:fs';
import createHlo from '../generated/hlo.mjs';
import { EngineService } from './engine_service';
import { inTwoParts } from './parts';
import type { HloModule } from './types';

export const part = (name: string): WebAssembly.Module =>
  new WebAssembly.Module(readFileSync(new URL(`../generated/${name}`, import.meta.url)));

export const realModule = (): Promise<HloModule> =>
  createHlo(inTwoParts(part('hlo.wasm'), () => part('hlo-rest.wasm')));

export const realService = async (): Promise<EngineService> =>
  new EngineService(await realModule());
