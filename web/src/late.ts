// SPDX-License-Identifier: Apache-2.0
// What the page loads once its first values are on show, so that nothing needs the network later.
import type * as ExtrasModule from './editor/extras';
import type { Example } from './examples/read';
import { loadPanes } from './frame/PaneView';
import type * as IntakeModule from './frame/intake';
import type * as OpenMenuModule from './frame/OpenMenu';
import type * as OverviewModule from './panes/Overview';

export interface Late {
  examples: readonly Example[];
  extras: typeof ExtrasModule;
  intake: typeof IntakeModule;
  openMenu: typeof OpenMenuModule;
  overview: typeof OverviewModule;
}

export async function loadLate(): Promise<Late> {
  const [gallery, extras, intake, openMenu, overview] = await Promise.all([
    import('./examples/gallery'),
    import('./editor/extras'),
    import('./frame/intake'),
    import('./frame/OpenMenu'),
    import('./panes/Overview'),
    loadPanes(),
  ]);
  return { examples: gallery.EXAMPLES, extras, intake, openMenu, overview };
}
