/** Notices that a stream repeats the same text over and over, with constant work per character and no rereading. */

export interface RepeatedText {
  text: string;
  times: number;
}

export interface TextWatch {
  /** Returns the repeated text once it has repeated often enough. */
  push(chunk: string): RepeatedText | undefined;
}

/** Number of copies that count as a loop. */
const TIMES = 10;
/** The same in a code block, where tables of data repeat legitimately. */
const TIMES_IN_CODE = 40;
/** Repetition shorter than this in total is emphasis, an ornament or a short list. */
const LEAST_CHARACTERS = 200;
/** Stretches shorter than this (`0, 0, 0,`) must repeat for `LEAST_OF_SHORT` characters in total. */
const SHORT_STRETCH = 12;
const LEAST_OF_SHORT = 1000;

/** Characters that must agree before a place counts as seen before. */
const WINDOW = 16;
/** The longest stretch whose repetition is noticed; a power of two. */
const MEMORY = 4096;
const MASK = MEMORY - 1;
const BASE = 0x01000193;
/** Eight slots for each remembered place: a hash that was overwritten by another is found one character later. */
const SLOT_BITS = 15;

/** Creates the tables with the first text only, because many steps produce none. */
export function createTextWatch(): TextWatch {
  let watch: TextWatch | undefined;
  return {
    push(chunk) {
      watch ??= createFullWatch();
      return watch.push(chunk);
    },
  };
}

function createFullWatch(): TextWatch {
  const characters = new Uint16Array(MEMORY);
  const hashes = new Int32Array(MEMORY);
  /** By hash, the place where it was last seen, counted from 1. */
  const places = new Int32Array(1 << SLOT_BITS);
  const leaving = powerOf(BASE, WINDOW);
  let length = 0;
  let hash = 0;
  /** How far back the same text is, and for how many characters in a row it has matched. */
  let distance = 0;
  let run = 0;
  let ticks = 0;
  let inCode = false;

  return {
    push(chunk) {
      for (let at = 0; at < chunk.length; at++) {
        take(chunk.charCodeAt(at));
        const repeated = judge();
        if (repeated) return repeated;
      }
      return undefined;
    },
  };

  function take(code: number): void {
    const slot = length & MASK;
    const old = length >= WINDOW ? (characters[(length - WINDOW) & MASK] as number) : 0;
    hash = (Math.imul(hash, BASE) + code + 1 - Math.imul(leaving, length >= WINDOW ? old + 1 : 0)) | 0;
    characters[slot] = code;
    hashes[slot] = hash;
    watchFence(code);
    if (length >= WINDOW - 1) follow();
    length++;
  }

  /** Tries the same distance first, because parts of a stretch may also occur closer by. */
  function follow(): void {
    const place = Math.imul(hash, 0x9e3779b1) >>> (32 - SLOT_BITS);
    if (distance > 0 && hashes[(length - distance) & MASK] === hash) run++;
    else {
      const back = length + 1 - (places[place] as number);
      const isSeen = back < MEMORY && back <= length && hashes[(length - back) & MASK] === hash;
      distance = isSeen ? back : 0;
      run = isSeen ? 1 : 0;
    }
    places[place] = length + 1;
  }

  function judge(): RepeatedText | undefined {
    if (distance === 0 || run === 0) return undefined;
    const same = run + WINDOW - 1 + distance;
    const times = Math.floor(same / distance);
    const least = distance < SHORT_STRETCH ? LEAST_OF_SHORT : LEAST_CHARACTERS;
    if (times < (inCode ? TIMES_IN_CODE : TIMES) || same < least) return undefined;
    const text = fromWord(stretch(same));
    if (/[\p{L}\p{N}]/u.test(text)) return { text: text.trim(), times };
    run = Number.MIN_SAFE_INTEGER; // rules and blanks may repeat without end and are not checked again
    return undefined;
  }

  function watchFence(code: number): void {
    ticks = code === 96 ? ticks + 1 : 0;
    if (ticks === 3) inCode = !inCode;
  }

  /** The last whole copy, aligned with the start of the first one, so that it does not begin in mid-word. */
  function stretch(same: number): string {
    const rest = same % distance;
    const from = length - distance - (distance + rest <= MEMORY ? rest : 0);
    const codes = Array.from({ length: distance }, (_, at) => characters[(from + at) & MASK] as number);
    return String.fromCharCode(...codes);
  }
}

/** Moves leading punctuation, which ends the sentence before the first copy, to the end of the stretch. */
function fromWord(stretch: string): string {
  const lead = /^[^\p{L}\p{N}]*/u.exec(stretch)?.[0] ?? '';
  return stretch.slice(lead.length) + lead;
}

function powerOf(base: number, exponent: number): number {
  let power = 1;
  for (let count = 0; count < exponent; count++) power = Math.imul(power, base);
  return power;
}
