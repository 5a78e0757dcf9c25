/** A WebSocket client (RFC 6455) for a server on this machine: text messages both ways, limited in size. */

import { createHash, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { messageOf } from '../errors.ts';
import { type NamedText, named, namedError, unnamed } from '../named-text.ts';

export interface WebSocketClient {
  send(text: string): void;
  close(): void;
}

export interface WebSocketOptions {
  port: number;
  subProtocol: string;
  headers: Readonly<Record<string, string>>;
  onMessage(bytes: Uint8Array): void;
  /** Called once, also after `close()`. */
  onEnd(why: string): void;
  /** The largest message in bytes; a longer one ends the connection. */
  longest?: number;
}

const LONGEST = 16 * 1024 * 1024;
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Throws `CoderError('websocket')` if the server refuses. */
export async function openWebSocket(options: WebSocketOptions, signal: AbortSignal): Promise<WebSocketClient> {
  const { socket, head } = await upgrade(options, signal);
  let isOver = false;
  const end = (why: string): void => {
    if (isOver) return;
    isOver = true;
    socket.destroy();
    options.onEnd(why);
  };
  const read = frameReader(options.longest ?? LONGEST, {
    message: (bytes) => options.onMessage(bytes),
    ping: (bytes) => socket.write(frameOf(OPCODE.pong, bytes)),
    end,
  });
  socket.on('error', (error) => end(messageOf(error)));
  socket.on('close', () => end('The connection was closed.'));
  socket.on('data', (chunk: Buffer) => {
    if (!isOver) read(chunk);
  });
  if (head.length > 0) read(head);
  return {
    send(text) {
      if (!isOver) socket.write(frameOf(OPCODE.text, Buffer.from(text, 'utf8')));
    },
    close() {
      if (!isOver) socket.write(frameOf(OPCODE.close, Buffer.alloc(0)));
      end('It was closed.');
    },
  };
}

function upgrade(
  { port, subProtocol, headers }: WebSocketOptions,
  signal: AbortSignal,
): Promise<{ socket: Socket; head: Buffer }> {
  const key = randomBytes(16).toString('base64');
  const accepted = createHash('sha1').update(`${key}${GUID}`).digest('base64');
  const { request } = process.getBuiltinModule('node:http');
  return new Promise((resolve, reject) => {
    const refuse = (why: NamedText) => reject(namedError('websocket', why));
    const asked = request({
      host: '127.0.0.1',
      port,
      path: '/',
      agent: false,
      signal,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': key,
        'sec-websocket-protocol': subProtocol,
        ...headers,
      },
    });
    asked.on('error', (error) => refuse(unnamed(messageOf(error))));
    asked.on('response', (response) => {
      response.resume();
      asked.destroy();
      const status = String(response.statusCode);
      refuse(named('editorStatus', `It answered with status ${status}.`, status));
    });
    asked.on('upgrade', ({ headers: answered }, socket: Socket, head) => {
      if (answered['sec-websocket-accept'] === accepted) return resolve({ socket, head });
      socket.destroy();
      refuse(named('editorNoWebSocket', 'It does not speak WebSocket.'));
    });
    asked.end();
  });
}

interface Heard {
  message(bytes: Uint8Array): void;
  ping(bytes: Uint8Array): void;
  end(why: string): void;
}

/** Reads frames from chunks cut anywhere; a message may span several frames. */
function frameReader(longest: number, heard: Heard): (chunk: Buffer) => void {
  let pending: Buffer[] = [];
  let size = 0;
  /** The frames received so far of a message split over several. */
  let parts: Buffer[] = [];
  let partsSize = 0;
  /** Bytes that must have arrived before parsing is tried again. */
  let wanted = 2;

  return (chunk) => {
    pending.push(chunk);
    size += chunk.length;
    if (size < wanted) return;
    let bytes = Buffer.concat(pending);
    for (;;) {
      const frame = readFrame(bytes, longest);
      if (frame === 'too-long') return heard.end('It sent a message that is too long.');
      if (typeof frame === 'number') {
        wanted = frame;
        break;
      }
      bytes = bytes.subarray(frame.end);
      if (!take(frame)) return;
    }
    pending = [bytes];
    size = bytes.length;
  };

  /** `false` if this frame ended the connection. */
  function take({ opcode, isLast, body }: Frame): boolean {
    if (opcode === OPCODE.close) heard.end('It closed the connection.');
    else if (opcode === OPCODE.ping) heard.ping(body);
    else if (opcode === OPCODE.text || opcode === OPCODE.binary || opcode === OPCODE.continuation) {
      parts.push(body);
      partsSize += body.length;
      if (partsSize > longest) heard.end('It sent a message that is too long.');
      else if (isLast) {
        const whole = Buffer.concat(parts);
        [parts, partsSize] = [[], 0];
        heard.message(whole);
      }
    }
    return opcode !== OPCODE.close && partsSize <= longest;
  }
}

interface Frame {
  opcode: number;
  isLast: boolean;
  body: Buffer;
  /** Offset of the next frame. */
  end: number;
}

/** A number is the count of bytes needed before parsing can continue. */
function readFrame(bytes: Buffer, longest: number): Frame | number | 'too-long' {
  if (bytes.length < 2) return 2;
  const [first = 0, second = 0] = bytes;
  const isMasked = (second & 0x80) !== 0;
  const short = second & 0x7f;
  const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0;
  const start = 2 + lengthBytes + (isMasked ? 4 : 0);
  if (bytes.length < start) return start;
  const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  if (length > longest) return 'too-long';
  const end = start + length;
  if (bytes.length < end) return end;
  const body = Buffer.from(bytes.subarray(start, end));
  if (isMasked) mask(body, bytes.subarray(start - 4, start));
  return { opcode: first & 0x0f, isLast: (first & 0x80) !== 0, body, end };
}

/** Builds a frame; clients must mask what they send. */
function frameOf(opcode: number, body: Uint8Array): Buffer {
  const { length } = body;
  const lengthBytes = length > 0xffff ? 8 : length > 125 ? 2 : 0;
  const head = Buffer.alloc(2 + lengthBytes + 4);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (lengthBytes === 8 ? 127 : lengthBytes === 2 ? 126 : length);
  if (lengthBytes === 8) head.writeBigUInt64BE(BigInt(length), 2);
  if (lengthBytes === 2) head.writeUInt16BE(length, 2);
  const key = randomBytes(4);
  key.copy(head, 2 + lengthBytes);
  const masked = Buffer.from(body);
  mask(masked, key);
  return Buffer.concat([head, masked]);
}

function mask(bytes: Buffer, key: Uint8Array): void {
  for (let at = 0; at < bytes.length; at++) bytes[at] = (bytes[at] as number) ^ (key[at & 3] as number);
}
