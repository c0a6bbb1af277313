// SPDX-License-Identifier: Apache-2.0
// What the page loads once its first values are on show, so that nothing needs the network later.
import type * as ExtrasModule from './editor/extras';
import type { Example } from './examples/read';
import { loadPanes } from './frame/PaneView';
import type * as HelpModule from './frame/Help';
import type * as IntakeModule from './frame/intake';
import type * as OpenMenuModule from './frame/OpenMenu';
import type * as SaveMenuModule from './frame/SaveMenu';
import type * as LoopBarModule from './panes/LoopBar';
import type * as OverviewModule from './panes/Overview';
import type * as RuleBookModule from './program/rule_book';

export interface Late {
  examples: readonly Example[];
  extras: typeof ExtrasModule;
  help: typeof HelpModule;
  intake: typeof IntakeModule;
  openMenu: typeof OpenMenuModule;
  saveMenu: typeof SaveMenuModule;
  loopBar: typeof LoopBarModule;
  overview: typeof OverviewModule;
  ruleBook: typeof RuleBookModule.ruleBook;
}

export async function loadLate(): Promise<Late> {
  const [gallery, extras, help, intake, openMenu, saveMenu, loopBar, overview, { ruleBook }] =
    await Promise.all([
      import('./examples/gallery'),
      import('./editor/extras'),
      import('./frame/Help'),
      import('./frame/intake'),
      import('./frame/OpenMenu'),
      import('./frame/SaveMenu'),
      import('./panes/LoopBar'),
      import('./panes/Overview'),
      import('./program/rule_book'),
      loadPanes(),
    ]);
  return {
    examples: gallery.EXAMPLES,
    extras,
    help,
    intake,
    openMenu,
    saveMenu,
    loopBar,
    overview,
    ruleBook,
  };
}
