/** The terminal itself: raw keys in, bytes out, and every mode restored on every way out. */

import type { ReadStream, WriteStream } from 'node:tty';
import { codeOf } from '../../../base/errors.ts';
import type { Size } from './screen.ts';

interface TerminalHandlers {
  data(bytes: Uint8Array): void;
  resize(): void;
  /** The person is out of reach: end of input, closed output, hang-up. */
  gone(): void;
}

export interface OwnTerminal {
  size(): Size;
  /** Reads the size again before something is drawn: the signal of a resize may still wait behind a key or a timer. */
  measure(): void;
  write(text: string): void;
  /** Takes the keyboard: raw mode first, then the modes that the terminal is asked for. */
  enter(): void;
  /** Restores everything at once; safe to call again. */
  leave(): void;
  listen(handlers: TerminalHandlers): void;
  close(): void;
}

const PASTE_ON = '\x1b[?2004h';
const PASTE_OFF = '\x1b[?2004l';
/** Makes keys such as Shift+Enter and Esc distinguishable; terminals that do not support it ignore it. */
const KEYS_ON = '\x1b[>1u';
const KEYS_OFF = '\x1b[<u';
const SHOW_CURSOR = '\x1b[?25h';
const PLAIN_STYLE = '\x1b[0m';
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SYNC_END = '\x1b[?2026l';

/** The output end of a terminal, such as `process.stdout`; `_refreshSize` is what Node calls on SIGWINCH. */
type Output = WriteStream & { fd: number; _refreshSize?(): void };

/** `isDumb`: the terminal understands no escape codes, so none are sent. */
export function openTerminal(input: ReadStream, output: Output, { isDumb = false } = {}): OwnTerminal {
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
    measure: () => output._refreshSize?.(),
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
      asked = isDumb ? '' : PASTE_ON + KEYS_ON; // sent together with the next drawing
      input.resume();
      // Input that waits in the kernel is read before this runs.
      setImmediate(() => setImmediate(() => void (isAhead = false)));
    },
    leave() {
      if (!isEntered) return;
      isEntered = false;
      input.pause();
      asked = '';
      if (!isDumb) writeNow(output, SYNC_END + KEYS_OFF + PASTE_OFF + PLAIN_STYLE + SHOW_CURSOR);
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

/** Writes synchronously, because the process may end before a stream has written. */
function writeNow(output: Output, text: string): void {
  try {
    // `import` of node:fs would also load its promises and streams before the first prompt.
    process.getBuiltinModule('node:fs').writeSync(output.fd, text);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown): boolean {
  return ['EPIPE', 'EIO', 'EBADF', 'ENXIO', 'ENOTTY', 'EAGAIN', 'ERR_STREAM_DESTROYED'].includes(codeOf(error) ?? '');
}

/** Restores Enter in input typed before raw mode, when the kernel turned each one into a line feed. */
function withEnters(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => (byte === LINE_FEED ? CARRIAGE_RETURN : byte));
}
