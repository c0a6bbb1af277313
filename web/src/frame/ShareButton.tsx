// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { download } from '../base/download';
import { groupDigits } from '../base/sizes';
import { LONGEST_LINK } from '../state/permalink';
import type { Ask } from '../engine/protocol';
import type { State } from '../state/state';
import { hidePopover } from './popover';
import { argumentsJson, fileName, vectorJson } from './save';

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

/** What a click on a button of the menu saves. */
function Save({ state, ask }: { state: State; ask: Ask }): JSX.Element {
  const [problem, setProblem] = useState('');
  const name = fileName(state);
  const { source } = state;
  const save = (ending: string, content: string): void => {
    download(`${name}.${ending}`, content);
    hidePopover('share');
  };
  const saveArguments = async (ending: string, make: (json: string) => string): Promise<void> => {
    const json = await argumentsJson(state, ask);
    setProblem(json === null ? 'There are no arguments: the program has not run.' : '');
    if (json !== null) save(ending, make(json));
  };
  return (
    <>
      <p id="save-label">Save as a file:</p>
      <div class="open-ways" role="group" aria-labelledby="save-label">
        <button class="plain" onClick={() => save('hlo', state.text)}>
          HLO text
        </button>
        {source !== null && (
          <button class="plain" onClick={() => save('mlir', source.text)}>
            StableHLO
          </button>
        )}
        <button class="plain" onClick={() => void saveArguments('args.json', (json) => json)}>
          arguments
        </button>
        <button
          class="plain"
          onClick={() => void saveArguments('vector.json', (json) => vectorJson(state, json))}
        >
          vector
        </button>
      </div>
      <p class="quiet">
        A vector is a case of the conformance suite. Its expected result is left out: it must come
        from another source than this page.
      </p>
      {problem !== '' && <p class="error-text">{problem}</p>}
    </>
  );
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
  state: State;
  ask: Ask;
  link: () => Promise<string>;
}): JSX.Element {
  const { state, ask, link } = props;
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
        <Save state={state} ask={ask} />
      </div>
    </>
  );
}
