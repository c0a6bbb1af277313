// SPDX-License-Identifier: Apache-2.0
// The engine's module has two parts (scripts/split_engine.mjs): the first has what a visit begins
// with, the rest is fetched afterwards, or when something in it is called before it is there.
import type { HloModule, ModuleOptions } from './types';

export const NO_NETWORK = 'there is no network';
export const refusal = (status: number): string => `the server answered ${status}`;

export const fetchModule = (url: string): Promise<WebAssembly.Module> => compile(fetch(url));

/** The same response, which reports how many bytes have arrived. */
function counted(response: Response, onBytes: (bytes: number) => void): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.length;
      onBytes(bytes);
      controller.enqueue(part);
    },
  });
  const { headers, status } = response;
  return new Response(response.body.pipeThrough(count), { headers, status });
}

export async function compile(
  arriving: Promise<Response>,
  onBytes?: (bytes: number) => void,
): Promise<WebAssembly.Module> {
  const raw = await arriving.catch(() => {
    throw new Error(`it did not load (${NO_NETWORK})`);
  });
  if (!raw.ok) throw new Error(`it did not load (${refusal(raw.status)})`);
  const response = onBytes === undefined ? raw : counted(raw, onBytes);
  // Not all servers know the type, without which browsers do not compile while they receive.
  const typed = response.headers.get('content-type') === 'application/wasm';
  return typed
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** What to give to `createHlo`, so that both parts run as one module. `rest` is asked at most once,
 *  in the middle of a call into the engine, and so has to answer at once. */
export function inTwoParts(
  first: WebAssembly.Module,
  rest: () => WebAssembly.Module,
): ModuleOptions {
  return {
    // Nothing is looked for beside the glue: a blob has no neighbors.
    locateFile: (name) => name,
    instantiateWasm(imports, receive) {
      // A function of the rest is called through its slot of the table. Until the rest is there, the
      // slot holds a placeholder, an import that is named like the slot. Embind keeps what the slots
      // of its functions held at the start, so a placeholder may be called again later.
      let complete = false;
      const placeholder =
        (slot: string) =>
        (...args: unknown[]) => {
          if (!complete) new WebAssembly.Instance(rest(), { primary: instance.exports });
          complete = true;
          const target = tableOf(instance).get(Number(slot)) as (...args: unknown[]) => unknown;
          return target(...args);
        };
      const slots = WebAssembly.Module.imports(first).filter(
        ({ module }) => module === 'placeholder',
      );
      const placeholders = Object.fromEntries(
        slots.map(({ name }) => [name, placeholder(name)]),
      ) as WebAssembly.ModuleImports;
      const instance = new WebAssembly.Instance(first, { ...imports, placeholder: placeholders });
      receive(instance, first);
      return instance.exports;
    },
  };
}

/** An engine that is one module. Rejects when there is no room for it, for which Emscripten would wait
 *  for ever. */
export function inOnePiece(
  createHlo: (options: ModuleOptions) => Promise<HloModule>,
  module: WebAssembly.Module,
): Promise<HloModule> {
  return new Promise((resolve, reject) => {
    createHlo({
      locateFile: (name) => name,
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports).then(
          (instance) => receive(instance, module),
          reject,
        );
        return {};
      },
    }).then(resolve, reject);
  });
}

function tableOf(instance: WebAssembly.Instance): WebAssembly.Table {
  const table = Object.values(instance.exports).find((item) => item instanceof WebAssembly.Table);
  if (!(table instanceof WebAssembly.Table)) throw new Error('the engine exports no table');
  return table;
}
