// SPDX-License-Identifier: Apache-2.0
// What the page loads once its first values are on show, so that nothing needs the network later.
import type * as ExtrasModule from './editor/extras';
import type { Example } from './examples/read';
import { loadPanes } from './frame/PaneView';

export interface Late {
  examples: readonly Example[];
  extras: typeof ExtrasModule;
}

export async function loadLate(): Promise<Late> {
  const [gallery, extras] = await Promise.all([
    import('./examples/gallery'),
    import('./editor/extras'),
    loadPanes(),
  ]);
  return { examples: gallery.EXAMPLES, extras };
}
