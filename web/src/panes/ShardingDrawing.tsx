// SPDX-License-Identifier: Apache-2.0
// The parts of a sharded array as a table, each with the devices that hold it.
import type { JSX } from 'preact';
import { Answer } from './Answer';
import { deviceList } from './collectives';
import { shardingOf, shardingSentence, shardingTable } from './sharding';

const MAX_PARTS = 256;
const TINTS = 8;

export function ShardingDrawing({ attribute }: { attribute: string }): JSX.Element | null {
  const sharding = shardingOf(attribute);
  if (sharding === null || sharding.devices.length > MAX_PARTS) return null;
  const table = shardingTable(sharding);
  return (
    <section class="sharding">
      <Answer question="Which device holds which part?">{shardingSentence(sharding)}</Answer>
      <table aria-label="devices of each part">
        <tbody>
          {table.map((row, r) => (
            <tr key={r}>
              {row.map((devices, c) => (
                <td key={c} class={`tint-${(r * row.length + c) % TINTS}`}>
                  {deviceList(devices)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
