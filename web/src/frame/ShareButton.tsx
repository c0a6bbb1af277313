// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { groupDigits } from '../base/sizes';
import { LONGEST_LINK } from '../state/permalink';
import { titleOf } from '../state/sharing';
import type { State } from '../state/state';
import { hidePopover } from './popover';

const SAID_FOR_MS = 1600;

/** Copies a text that is still being computed. Safari requires the call inside the click handler. */
async function copy(text: Promise<string>): Promise<boolean> {
  try {
    if (typeof ClipboardItem === 'function') {
      const blob = text.then((link) => new Blob([link], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    } else {
      await navigator.clipboard.writeText(await text);
    }
    return true;
  } catch {
    return false;
  }
}

function download(state: State): void {
  const name = titleOf(state).replace(/[^\w.-]+/g, '_') || 'program';
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(new Blob([state.text], { type: 'text/plain' }));
  anchor.download = /\.\w+$/.test(name) ? name : `${name}.hlo`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

export function ShareButton(props: { state: State; link: () => Promise<string> }): JSX.Element {
  const { state, link } = props;
  const [word, setWord] = useState('Share');
  const [long, setLong] = useState('');
  const say = (copied: boolean): void => {
    // Without permission for the clipboard the address bar still holds the link.
    setWord(copied ? 'Copied' : 'In address');
    setTimeout(() => setWord('Share'), SAID_FOR_MS);
  };
  const share = async (): Promise<void> => {
    const made = link();
    const short = made.then((address) => {
      if (address.length > LONGEST_LINK) throw new Error('too long');
      return address;
    });
    const copied = await copy(short);
    const address = await made;
    if (address.length > LONGEST_LINK) {
      setLong(address);
      document.getElementById('share')?.showPopover();
      return;
    }
    history.replaceState(history.state, '', address);
    say(copied);
  };
  return (
    <>
      <button
        class="bar-button share"
        onClick={() => void share()}
        title="copy a link to all of this"
      >
        <span aria-live="polite">{word}</span>
      </button>
      <div id="share" class="menu share-long" popover="auto" role="dialog" aria-label="share">
        <p>
          A link to this program would have {groupDigits(long.length)} characters. Mail, chats and
          some browsers cut links after {groupDigits(LONGEST_LINK)}: a file arrives whole.
        </p>
        <div class="open-ways">
          <button
            class="plain"
            onClick={() => {
              download(state);
              hidePopover('share');
            }}
          >
            Save as a file
          </button>
          <button
            class="plain"
            onClick={() => {
              hidePopover('share');
              void copy(Promise.resolve(long)).then(say);
            }}
          >
            Copy the long link
          </button>
        </div>
      </div>
    </>
  );
}
