// SPDX-License-Identifier: Apache-2.0
// Names the device whose value the value pane shows.
import type { JSX } from 'preact';
import { groupDigits } from '../base/sizes';
import { deviceCount, deviceIn, deviceName } from '../engine/devices';
import type { Evaluation } from '../program/evaluation';
import type { PaneProps } from './context';

export function DeviceNote(
  props: PaneProps & {
    evaluation: Evaluation;
    /** Whether the parts of all partitions are shown as one array; null if nothing says how. */
    joined: boolean | null;
    onJoin: (joined: boolean) => void;
  },
): JSX.Element | null {
  const { state, evaluation, dispatch, joined, onJoin } = props;
  const { analysis } = evaluation;
  const count = deviceCount(analysis);
  if (count === 1) return null;
  const device = deviceIn(analysis, state.device);
  return (
    <p class="device-note">
      {joined === true ? (
        <b>The parts of all partitions, joined. </b>
      ) : (
        <>
          <span class="quiet">On</span> <b>device {device}</b>
          <span class="quiet">{` (${deviceName(analysis, device)}) of ${groupDigits(count)}. `}</span>
        </>
      )}
      {joined !== null && (
        <>
          <button class="link" onClick={() => onJoin(!joined)}>
            {joined ? `Device ${device} alone` : 'Join the parts'}
          </button>
          <span class="quiet"> · </span>
        </>
      )}
      <button class="link" onClick={() => dispatch({ kind: 'pane', pane: 'devices' })}>
        All devices
      </button>
    </p>
  );
}
