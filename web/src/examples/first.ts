// SPDX-License-Identifier: Apache-2.0
// What the page opens on. The other examples come later.
import file from './01_tiles.hlo?raw';
import { readExample } from './read';

export const FIRST = readExample('tiles', file);
