// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

const LEAST = 20;
const MOST = 80;
const STEP = 4;

const clamp = (share: number): number => Math.max(LEAST, Math.min(MOST, Math.round(share)));

const isRightToLeft = (): boolean => getComputedStyle(document.documentElement).direction === 'rtl';

/** The line between text and panes: drag it, or move it by arrow keys. */
export function Splitter({
  share,
  onShare,
}: {
  /** Percent of the width that the text has. */
  share: number;
  onShare: (share: number) => void;
}): JSX.Element {
  const [dragging, setDragging] = useState(false);
  const follow = (event: PointerEvent): void => {
    const box = (event.currentTarget as HTMLElement).parentElement?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    const along = isRightToLeft() ? box.right - event.clientX : event.clientX - box.left;
    onShare(clamp((100 * along) / box.width));
  };
  return (
    <div
      class={dragging ? 'splitter dragging' : 'splitter'}
      role="separator"
      aria-orientation="vertical"
      aria-label="width of the text"
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={share}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
      }}
      onPointerMove={(event) => dragging && follow(event)}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
      onDblClick={() => onShare(50)}
      onKeyDown={(event) => {
        const right = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0;
        if (right === 0) return;
        event.preventDefault();
        onShare(clamp(share + (isRightToLeft() ? -right : right)));
      }}
    />
  );
}
