// SPDX-License-Identifier: Apache-2.0
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { groupDigits } from '../base/sizes';
import { LONGEST_LINK } from '../state/permalink';
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

type Copied = 'no' | 'link' | 'address' | 'too long';

/** What has become of the link. */
function CopiedText({ copied, long }: { copied: Copied; long: string }): JSX.Element | null {
  switch (copied) {
    case 'no':
      return null;
    case 'link':
      return <p>The link is copied. It holds the program, its inputs, and what is on show.</p>;
    case 'address':
      return <p>The browser does not allow copying; the link is in its address bar.</p>;
    case 'too long':
      return (
        <p>
          A link to this program would have {groupDigits(long.length)} characters. Mail, chats and
          some browsers cut links after {groupDigits(LONGEST_LINK)}: a file arrives whole.
        </p>
      );
  }
}

export function ShareButton(props: {
  link: () => Promise<string>;
  saveMenu: ComponentChildren;
}): JSX.Element {
  const { link, saveMenu } = props;
  const [word, setWord] = useState('Share');
  const [copied, setCopied] = useState<Copied>('no');
  const [long, setLong] = useState('');
  const say = (done: boolean): void => {
    // Without permission for the clipboard the address bar still holds the link.
    setWord(done ? 'Copied' : 'In address');
    setCopied(done ? 'link' : 'address');
    setTimeout(() => setWord('Share'), SAID_FOR_MS);
  };
  const share = async (): Promise<void> => {
    const made = link();
    const short = made.then((address) => {
      if (address.length > LONGEST_LINK) throw new Error('too long');
      return address;
    });
    const done = await copy(short);
    const address = await made;
    if (address.length > LONGEST_LINK) {
      setLong(address);
      setCopied('too long');
    } else {
      history.replaceState(history.state, '', address);
      say(done);
    }
    document.getElementById('share')?.showPopover();
  };
  return (
    <>
      <button
        class="bar-button share"
        onClick={() => void share()}
        title="copy a link to all of this, or save it"
      >
        <span aria-live="polite">{word}</span>
      </button>
      <div id="share" class="menu share-menu" popover="auto" role="dialog" aria-label="share">
        <CopiedText copied={copied} long={long} />
        {copied === 'too long' && (
          <button
            class="plain"
            onClick={() => {
              hidePopover('share');
              void copy(Promise.resolve(long)).then(say);
            }}
          >
            Copy the long link
          </button>
        )}
        {saveMenu}
      </div>
    </>
  );
}
