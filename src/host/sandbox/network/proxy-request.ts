/** Reads the request of a client that was given a proxy: HTTP CONNECT or SOCKS5, to reach ports other than the usual ones. */

import type { Socket } from 'node:net';

export interface ProxyRequest {
  host: string;
  port: number;
  /** Reply that accepts the request, sent before the bytes of the other side; `no` is the refusal. */
  yes: Buffer | string;
  no: Buffer | string;
}

const MOST_BYTES = 8192;
const PATIENCE_MS = 10_000;
const GREETING = 2;
/** Length of version, command, reserved byte and address type. */
const HEAD = 4;

/** Pauses the socket again afterwards; `undefined` if the request is not understood. */
export async function readProxyRequest(socket: Socket): Promise<ProxyRequest | undefined> {
  const read = reader(socket);
  try {
    const first = await read((bytes) => (bytes.length >= GREETING ? GREETING : undefined));
    if (!first) return undefined;
    return first[0] === 5 ? await socks(first, read, socket) : await connect(first, read);
  } finally {
    read.end();
  }
}

type Read = ((until: (bytes: Buffer) => number | undefined) => Promise<Buffer | undefined>) & { end(): void };

async function connect(first: Buffer, read: Read): Promise<ProxyRequest | undefined> {
  const rest = await read((bytes) => {
    const at = bytes.indexOf('\r\n\r\n');
    return at < 0 ? undefined : at + 4;
  });
  const [, host = '', port = ''] =
    /^CONNECT (\[?[\w.:-]{1,255}\]?):(\d{1,5}) HTTP\/1/.exec(
      Buffer.concat([first, rest ?? Buffer.alloc(0)]).toString('latin1'),
    ) ?? [];
  if (host === '') return undefined;
  const no = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
  return { host, port: Number(port), yes: 'HTTP/1.1 200 Connection established\r\n\r\n', no };
}

async function socks(first: Buffer, read: Read, socket: Socket): Promise<ProxyRequest | undefined> {
  const methods = first[1] ?? 0;
  if (!(await read((bytes) => (bytes.length >= methods ? methods : undefined)))) return undefined;
  socket.write(Buffer.from([5, 0])); // no authentication
  const asked = await read(lengthOf);
  if (!asked || asked[1] !== 1) return undefined;
  const isName = asked[3] === 3;
  const host = isName
    ? asked.toString('latin1', HEAD + 1, asked.length - 2)
    : [...asked.subarray(HEAD, HEAD + 4)].join('.');
  const answer = (code: number) => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
  return { host, port: asked.readUInt16BE(asked.length - 2), yes: answer(0), no: answer(2) };
}

function lengthOf(bytes: Buffer): number | undefined {
  if (bytes.length <= HEAD) return undefined;
  const length = bytes[3] === 3 ? HEAD + 1 + (bytes[HEAD] ?? 0) + 2 : HEAD + 4 + 2;
  return bytes.length >= length ? length : undefined;
}

/** Takes the wanted bytes from the front and leaves the rest to the next reader. */
function reader(socket: Socket): Read {
  let held = Buffer.alloc(0);
  let look: () => void = () => undefined;
  const take = (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    look();
  };
  const close = () => look();
  socket.on('data', take).on('close', close).on('end', close);
  socket.resume();
  const read = (until: (bytes: Buffer) => number | undefined) =>
    new Promise<Buffer | undefined>((resolve) => {
      const timer = setTimeout(() => done(undefined), PATIENCE_MS);
      const done = (bytes: Buffer | undefined) => {
        clearTimeout(timer);
        look = () => undefined;
        resolve(bytes);
      };
      look = () => {
        const length = until(held);
        if (length !== undefined) {
          const bytes = held.subarray(0, length);
          held = held.subarray(length);
          done(bytes);
        } else if (socket.readableEnded || socket.destroyed || held.length > MOST_BYTES) done(undefined);
      };
      look();
    });
  return Object.assign(read, {
    end() {
      socket.pause();
      socket.off('data', take).off('close', close).off('end', close);
      if (held.length > 0) socket.unshift(held);
    },
  });
}
