// SPDX-License-Identifier: Apache-2.0
// What the editor can do without for the first moment; loaded after the first values are on show.
// Until then the browser itself moves the cursor, and what one types arrives all the same.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import {
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
} from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';
import { cards, type CardSource } from './cards';
import { changeMarks, showChanges } from './change_marks';
import { findPanel } from './find';
import { completeHlo, type CompletionSource } from './completion';

export interface Extras {
  extension: Extension;
  openSearch: (view: EditorView) => void;
  showChanges: typeof showChanges;
}

export function makeExtras(words: CompletionSource, source: CardSource): Extras {
  return {
    extension: [
      history(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ override: [completeHlo(words)], icons: false }),
      highlightSelectionMatches(),
      search({ top: true, createPanel: findPanel }),
      cards(source),
      changeMarks,
      keymap.of([
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
      ]),
    ],
    openSearch: (view) => {
      openSearchPanel(view);
    },
    showChanges,
  };
}
