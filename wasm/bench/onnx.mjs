// SPDX-License-Identifier: Apache-2.0
// Writes ONNX models (protocol buffers) for graphs of a few operations.
const ELEMENT_TYPES = { f32: 1, u8: 2, s8: 3, s32: 6, s64: 7, pred: 9, f16: 10 };
const encoder = new TextEncoder();

/** A protocol buffer message. */
class Message {
  #parts = [];

  #bytes(bytes) {
    this.#parts.push(bytes);
    return this;
  }

  #varint(value) {
    const bytes = [];
    let rest = BigInt.asUintN(64, BigInt(value));
    do {
      const low = Number(rest & 127n);
      rest >>= 7n;
      bytes.push(rest ? low | 128 : low);
    } while (rest);
    return this.#bytes(Uint8Array.from(bytes));
  }

  int(field, value) {
    return this.#varint(field << 3).#varint(value);
  }

  float(field, value) {
    return this.#varint((field << 3) | 5).#bytes(new Uint8Array(Float32Array.of(value).buffer));
  }

  message(field, content) {
    const bytes = content instanceof Message ? content.encoded() : content;
    return this.#varint((field << 3) | 2).#varint(bytes.length).#bytes(bytes);
  }

  text(field, text) {
    return this.message(field, encoder.encode(text));
  }

  encoded() {
    const out = new Uint8Array(this.#parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of this.#parts) {
      out.set(part, at);
      at += part.length;
    }
    return out;
  }
}

function attribute(name, value) {
  const message = new Message().text(1, name);
  if (Array.isArray(value)) {
    for (const item of value) message.int(8, item);
    return message.int(20, 7);
  }
  if (value instanceof Message) return message.message(6, value).int(20, 5);
  if (typeof value === 'string') return message.text(4, value).int(20, 3);
  if (typeof value === 'object') return message.float(2, value.float).int(20, 1);
  return message.int(3, value).int(20, 2);
}

/** An operation. Attributes are integers, lists of integers, texts, {float: number}, or graphs. */
export function node(opcode, inputs, outputs, attributes = {}) {
  const message = new Message();
  for (const input of inputs) message.text(1, input);
  for (const output of outputs) message.text(2, output);
  message.text(3, outputs[0]).text(4, opcode);
  for (const [name, value] of Object.entries(attributes)) message.message(5, attribute(name, value));
  return message;
}

/** A constant tensor from a typed array. */
export function tensor(name, shape, type, data) {
  const message = new Message();
  for (const size of shape) message.int(1, size);
  return message.int(2, ELEMENT_TYPES[type]).text(8, name)
    .message(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
}

function valueInfo([name, type, shape]) {
  const dims = new Message();
  for (const size of shape) dims.message(1, new Message().int(1, size));
  const tensorType = new Message().int(1, ELEMENT_TYPES[type]).message(2, dims);
  return new Message().text(1, name).message(2, new Message().message(1, tensorType));
}

/** A graph, whole or the body of a loop. inputs and outputs are [name, type, shape]. */
export function graph({ nodes, constants = [], inputs, outputs }) {
  const message = new Message();
  for (const item of nodes) message.message(1, item);
  message.text(2, 'bench');
  for (const constant of constants) message.message(5, constant);
  for (const input of inputs) message.message(11, valueInfo(input));
  for (const output of outputs) message.message(12, valueInfo(output));
  return message;
}

export function model(content) {
  const operators = new Message().text(1, '').int(2, 20);
  return new Message().int(1, 9).message(7, graph(content)).message(8, operators).encoded();
}
