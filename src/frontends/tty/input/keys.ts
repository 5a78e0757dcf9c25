/** Decodes bytes from the terminal into key events: a state machine whose input may be split anywhere. */

import { characterKey, type Key, type KeyEvent, key } from './key-event.ts';
import { readSequence } from './key-sequence.ts';
import { createBurstDetector } from './paste-burst.ts';
import { createUtf8Decoder } from './utf8.ts';

export interface KeyDecoder {
  feed(data: string | Uint8Array): KeyEvent[];
  /** Called if nothing arrives for a moment after an ESC, to decide whether it was the Esc key. */
  flush(): KeyEvent[];
  /** True while something is held back: call `flush` after the escape time-out, and again while this stays true. */
  readonly pending: boolean;
}

const ESCAPE = '\x1b';
const PASTE_END = '\x1b[201~';
const CONTROL_C = '\x03';
/** How long the rest of an incomplete reply is awaited, so that it is not typed. */
const PATIENCE_MS = 1000;
const LONGEST_HELD = 4096;
/** What follows an ESC in a reply or an arrow key, and what no one types within one read. */
const REST_OF_SEQUENCE =
  /^(?:\[[A-DFH]$|\[(?:[?>=<][0-9;:]*|[0-9]+(?:[;:][0-9]*)*)[$ ]?[A-Za-z~]|\](?:4|1[0-9]|52);|P(?:[0-9]*[$+][rqp]|[>!]\|))/;

export function createKeyDecoder(now: () => number): KeyDecoder {
  const utf8 = createUtf8Decoder();
  const bursts = createBurstDetector(now);
  /** True if the terminal marks pastes, so that none has to be guessed. */
  let marksPastes = false;
  let held = '';
  let heldSince = 0;
  let paste: string[] | undefined;
  /** What the time-out took for a key, and when; on a slow line it was the start of a sequence. */
  let escaped = { text: '', at: Number.NEGATIVE_INFINITY };

  function decode(text: string): KeyEvent[] {
    const events: KeyEvent[] = [];
    let index = 0;
    while (index < text.length) {
      if (paste !== undefined) {
        const end = text.indexOf(PASTE_END, index);
        const until = end < 0 ? text.length - partialMarker(text, index) : end;
        paste.push(text.slice(index, until));
        index = until;
        if (end < 0) break;
        events.push(endPaste(paste));
        paste = undefined;
        index += PASTE_END.length;
        continue;
      }
      const next = readOne(text, index);
      if (next === undefined) break;
      if (next.event !== undefined) events.push(next.event);
      if (next.startsPaste) {
        paste = [];
        marksPastes = true;
      }
      index += next.length;
    }
    hold(text.slice(index));
    return events;
  }

  function hold(text: string): void {
    const isLonger = held !== '' && text.startsWith(held);
    if (!isLonger) heldSince = now();
    // The start of an endless reply tells what it is, and its end may be half of the terminator.
    held = text.length > LONGEST_HELD ? text.slice(0, 2) + text.slice(-1) : text;
  }

  return {
    get pending() {
      return paste === undefined && held !== '';
    },
    feed(data) {
      const text = typeof data === 'string' ? data : utf8.decode(data);
      if (text === '') return [];
      if (paste !== undefined && text === CONTROL_C) return leaveStuckPaste();
      if (paste === undefined && held.length > 2 && now() - heldSince > 2 * PATIENCE_MS) held = '';
      const late = escaped.text + text;
      const isRest = now() - escaped.at < PATIENCE_MS && held === '' && REST_OF_SEQUENCE.test(late.slice(1));
      escaped = { text: '', at: Number.NEGATIVE_INFINITY };
      const events = decode(isRest ? late : held + text);
      return marksPastes ? events : bursts.gather(events);
    },
    flush() {
      if (paste !== undefined || held === '') return [];
      if (held === ESCAPE || held === `${ESCAPE}[`) escaped = { text: held, at: now() };
      if (!isAmbiguous(held) && now() - heldSince < PATIENCE_MS) return [];
      const events = isAmbiguous(held) ? asTyped(held) : [{ type: 'report', kind: 'unknown', text: held } as const];
      held = '';
      return events;
    },
  };

  /** If the end of a paste was lost, Ctrl+C alone in a read comes from a person who wants out. */
  function leaveStuckPaste(): KeyEvent[] {
    const pasted = endPaste(paste ?? []);
    paste = undefined;
    held = '';
    return [pasted, controlKey(CONTROL_C)];
  }
}

interface Read {
  length: number;
  event?: KeyEvent;
  startsPaste?: true;
}

/** The next event. `undefined` if the text ends inside a sequence. */
function readOne(text: string, index: number): Read | undefined {
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
  const isC1 = character >= '\x80' && character < '\xa0';
  if (character !== ESCAPE && !isC1) return readPlain(character, {});
  const sequence = readSequence(text, index);
  switch (sequence.type) {
    case 'incomplete':
      return undefined;
    case 'paste-start':
      return { length: sequence.length, startsPaste: true };
    case 'complete':
      return { length: sequence.length, ...(sequence.event && { event: sequence.event }) };
    case 'alt-prefix': {
      const second = String.fromCodePoint(text.codePointAt(index + 1) ?? 0);
      const plain = readPlain(second, { alt: true });
      return { ...plain, length: plain.length + 1 };
    }
  }
}

function readPlain(character: string, { alt = false }: { alt?: boolean }): Read {
  // A person cannot have typed half of a surrogate pair.
  const isBroken = character.length === 1 && character >= '\ud800' && character <= '\udfff';
  if (isBroken) return { length: 1 };
  const isControl = character < ' ' || character === '\x7f';
  const pressed = isControl ? controlKey(character) : characterKey(character, { alt });
  return { length: character.length, event: alt ? { ...pressed, alt } : pressed };
}

function controlKey(character: string): Key {
  switch (character) {
    case '\0':
      return key('space', { ctrl: true });
    case '\t':
      return key('tab');
    case '\r':
      return key('enter');
    case ESCAPE:
      return key('escape');
    case '\x7f':
      return key('backspace');
    default:
      return key(String.fromCharCode(character.charCodeAt(0) + 0x40).toLowerCase(), { ctrl: true });
  }
}

/** True for held text that a person may have typed: Esc, Esc twice, or Alt with a key that also begins sequences. */
function isAmbiguous(held: string): boolean {
  return /^\x1b{1,2}[[OP\]^_X]?$/.test(held);
}

function asTyped(held: string): KeyEvent[] {
  const letter = held.replace(/^\x1b+/, '');
  const escapes = held.length - letter.length;
  if (letter === '') return Array.from({ length: escapes }, () => key('escape'));
  const alone = Array.from({ length: escapes - 1 }, () => key('escape'));
  return [...alone, characterKey(letter, { alt: true })];
}

/** How many characters at the end of a text may be the start of the end marker. */
function partialMarker(text: string, from: number): number {
  const longest = Math.min(PASTE_END.length - 1, text.length - from);
  for (let length = longest; length > 0; length -= 1) {
    if (text.endsWith(PASTE_END.slice(0, length))) return length;
  }
  return 0;
}

function endPaste(pieces: string[]): KeyEvent {
  return { type: 'paste', text: pieces.join('').replace(/\r\n?/g, '\n'), source: 'bracketed' };
}
