/** The terminal itself: raw keys in, bytes out, and every mode given back on every way out. */

import type { ReadStream, WriteStream } from 'node:tty';
import { codeOf } from '../../../base/errors.ts';
import type { Size } from './screen.ts';

interface TerminalHandlers {
  data(bytes: Uint8Array): void;
  resize(): void;
  /** The person cannot be reached any more: end of input, closed output, hang-up. */
  gone(): void;
}

export interface Terminal {
  size(): Size;
  write(text: string): void;
  /** Takes the keyboard: raw mode first, then what we ask of the terminal. */
  enter(): void;
  /** Gives everything back, at once; safe to call again. */
  leave(): void;
  listen(handlers: TerminalHandlers): void;
  close(): void;
}

const PASTE_ON = '\x1b[?2004h';
const PASTE_OFF = '\x1b[?2004l';
/** Keys that can be told apart (Shift+Enter, Esc); terminals that do not know it ignore it. */
const KEYS_ON = '\x1b[>1u';
const KEYS_OFF = '\x1b[<u';
const SHOW_CURSOR = '\x1b[?25h';
const PLAIN_LOOK = '\x1b[0m';
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SYNC_END = '\x1b[?2026l';

/** The two ends of a terminal, as `process.stdin` and `process.stdout` have them. */
type Output = WriteStream & { fd: number };

/** `isDumb`: the terminal knows no escape codes and is sent none. */
export function openTerminal(input: ReadStream, output: Output, { isDumb = false } = {}): Terminal {
  let handlers: TerminalHandlers | undefined;
  let isEntered = false;
  let isBroken = false;
  let asked = '';

  let isAhead = false;

  const onData = (bytes: Uint8Array) => handlers?.data(isAhead ? withEnters(bytes) : bytes);
  const onResize = () => handlers?.resize();
  const onGone = () => handlers?.gone();
  const onOutputError = (error: Error) => {
    isBroken = true;
    if (isGone(error)) onGone();
    else throw error;
  };
  const onInputError = (error: Error) => {
    if (isGone(error)) onGone();
    else throw error;
  };

  return {
    size: () => ({ columns: Math.max(1, output.columns || 80), rows: Math.max(1, output.rows || 24) }),
    write(text) {
      if (text === '' || isBroken) return;
      output.write(asked + text);
      asked = '';
    },
    enter() {
      if (isEntered) return;
      isEntered = true;
      input.setRawMode(true);
      isAhead = true;
      asked = isDumb ? '' : PASTE_ON + KEYS_ON; // goes out with what is drawn next
      input.resume();
      // What waits in the kernel is read before this.
      setImmediate(() => setImmediate(() => void (isAhead = false)));
    },
    leave() {
      if (!isEntered) return;
      isEntered = false;
      input.pause();
      asked = '';
      if (!isDumb) writeNow(output, SYNC_END + KEYS_OFF + PASTE_OFF + PLAIN_LOOK + SHOW_CURSOR);
      try {
        input.setRawMode(false);
      } catch (error) {
        if (!isGone(error)) throw error; // a terminal that is gone has no mode left
      }
    },
    listen(given) {
      handlers = given;
      input.on('data', onData).on('end', onGone).on('error', onInputError);
      output.on('resize', onResize).on('error', onOutputError);
    },
    close() {
      handlers = undefined;
      input.off('data', onData).off('end', onGone);
      output.off('resize', onResize);
      input.unref();
    },
  };
}

/** Before the process may end: not left to a stream. */
function writeNow(output: Output, text: string): void {
  try {
    // Importing node:fs loads its promises and streams too, before the first prompt.
    process.getBuiltinModule('node:fs').writeSync(output.fd, text);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown): boolean {
  return ['EPIPE', 'EIO', 'EBADF', 'ENXIO', 'ENOTTY', 'EAGAIN', 'ERR_STREAM_DESTROYED'].includes(codeOf(error) ?? '');
}

/** Typed before the keys were raw: there the kernel makes a line feed of each Enter. */
function withEnters(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => (byte === LINE_FEED ? CARRIAGE_RETURN : byte));
}
