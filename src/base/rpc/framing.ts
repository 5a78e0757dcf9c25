/** How JSON-RPC messages are delimited on a stream: one per line, after a length header, one per event, or whole from the transport. */

export interface Framing {
  encode(message: string): string;
  /** A new reader for one stream. */
  decoder(): Decoder;
}

export interface Decoder {
  /** Returns the frames completed by these bytes. */
  push(chunk: Uint8Array): Frame[];
}

/** `too-long`: a message over the limit, which was skipped; `noise`: bytes that belong to no message. */
export type Frame = { kind: 'message'; text: string } | { kind: 'too-long' } | { kind: 'noise' };

const LONGEST = 64 * 1024 * 1024;
const LONGEST_HEADER = 8 * 1024;
const NEWLINE = 10;

/** One message per line (ACP, MCP over stdio). */
export function lineFraming(longest = LONGEST): Framing {
  return { encode: (message) => `${message}\n`, decoder: () => lineDecoder(longest) };
}

/** A `Content-Length` header before each message (language servers). */
export function headerFraming(longest = LONGEST): Framing {
  return {
    encode: (message) => `Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
    decoder: () => headerDecoder(longest),
  };
}

/** For transports that delimit messages themselves (WebSocket, HTTP). */
export function wholeFraming(): Framing {
  return {
    encode: (message) => message,
    decoder: () => ({ push: (chunk) => [{ kind: 'message', text: Buffer.from(chunk).toString('utf8') }] }),
  };
}

/** One message per event of a `text/event-stream` (MCP over HTTP). Only for reading, because each message sent is a separate request. */
export function eventDecoder(longest = LONGEST): Decoder {
  const lines = lineDecoder(longest, true);
  let data: string[] = [];
  let size = 0;
  return {
    push(chunk) {
      const frames: Frame[] = [];
      for (const frame of lines.push(chunk)) {
        if (frame.kind !== 'message') frames.push(frame);
        else if (frame.text === '') endEvent(frames);
        else if (frame.text.startsWith('data:')) keep(frame.text.slice(5).trimStart());
      }
      return frames;
    },
  };

  function keep(line: string): void {
    size += line.length;
    if (size <= longest) data.push(line);
  }

  function endEvent(frames: Frame[]): void {
    if (size > longest) frames.push({ kind: 'too-long' });
    else if (size > 0) frames.push({ kind: 'message', text: data.join('\n') });
    [data, size] = [[], 0];
  }
}

/** `blank`: report empty lines too. */
function lineDecoder(longest: number, blank = false): Decoder {
  let pending: Uint8Array[] = [];
  let size = 0;
  let isSkipping = false;
  return {
    push(chunk) {
      const frames: Frame[] = [];
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        keep(chunk.subarray(start, end));
        const text = Buffer.concat(pending).toString('utf8').trim();
        if (isSkipping) frames.push({ kind: 'too-long' });
        else if (text !== '' || blank) frames.push({ kind: 'message', text });
        [pending, size, isSkipping] = [[], 0, false];
        start = end + 1;
      }
      keep(chunk.subarray(start));
      return frames;
    },
  };

  function keep(bytes: Uint8Array): void {
    size += bytes.length;
    isSkipping ||= size > longest;
    if (isSkipping) pending = [];
    else if (bytes.length > 0) pending.push(bytes);
  }
}

function headerDecoder(longest: number): Decoder {
  let pending: Buffer[] = [];
  let size = 0;
  /** Bytes still missing from the message being read. */
  let wanted: number | undefined;
  let isSkipping = false;
  return {
    push(chunk) {
      pending.push(Buffer.from(chunk));
      size += chunk.length;
      const frames: Frame[] = [];
      while (readBody(frames) || readHeader(frames));
      return frames;
    },
  };

  function readHeader(frames: Frame[]): boolean {
    if (wanted !== undefined || size === 0) return false;
    const bytes = gather();
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0 && bytes.length <= LONGEST_HEADER) return false;
    const head = end < 0 ? '' : bytes.subarray(0, end).toString('latin1');
    const length = /(?:^|\n)content-length: {0,99}(\d{1,15})\s{0,9}(?:\r\n|$)/i.exec(head)?.[1];
    if (length === undefined) {
      frames.push({ kind: 'noise' });
      take(end < 0 ? bytes.length : end + 4);
      return true;
    }
    take(end + 4);
    wanted = Number(length);
    isSkipping = wanted > longest;
    return true;
  }

  function readBody(frames: Frame[]): boolean {
    if (wanted === undefined) return false;
    if (isSkipping) {
      const skipped = Math.min(wanted, size);
      take(skipped);
      wanted -= skipped;
      if (wanted > 0) return false;
      frames.push({ kind: 'too-long' });
    } else {
      if (size < wanted) return false;
      frames.push({ kind: 'message', text: gather().subarray(0, wanted).toString('utf8') });
      take(wanted);
    }
    wanted = undefined;
    return true;
  }

  /** Joins the pieces only when there is something to parse, because a long message arrives in many of them. */
  function gather(): Buffer {
    const [first] = pending;
    const bytes = pending.length === 1 && first ? first : Buffer.concat(pending);
    pending = [bytes];
    return bytes;
  }

  function take(count: number): void {
    const rest = gather().subarray(count);
    pending = rest.length > 0 ? [rest] : [];
    size = rest.length;
  }
}
