/** Detects pastes in terminals that do not mark them by how keys arrive, without holding any key back. */

import type { Key, KeyEvent } from './key-event.ts';

export interface BurstDetector {
  /** The events of one read, with those that can only be a paste joined into one. */
  gather(events: KeyEvent[]): KeyEvent[];
}

/** This many characters in one read were not typed. */
const TYPED_AT_ONCE = 32;
/** This many characters fill a read, so the rest of the paste comes with the next one. */
const FULL_READ = 1000;
/** The next read of the same paste arrives within this time; a person's next key does not. */
const NEXT_READ_MS = 12;

export function createBurstDetector(now: () => number): BurstDetector {
  let lastBurst = Number.NEGATIVE_INFINITY;
  return {
    gather(events) {
      const time = now();
      const continues = time - lastBurst <= NEXT_READ_MS;
      if (!continues && isTypedLine(events)) return events;
      const { typed, newlines } = countText(events);
      const isBurst = typed >= TYPED_AT_ONCE || (typed > 0 && newlines > 0);
      if (!isBurst && !(continues && typed + newlines > 0)) return events;
      // A line sent by a program, then its Enter, must still submit, so only text that may continue is waited for.
      if (newlines > 0 || typed >= FULL_READ) lastBurst = time;
      return joinRuns(events, continues);
    },
  };
}

/** A line and its Enter in one read come from a slow link, a script, or a moment when coder was busy. */
function isTypedLine(events: KeyEvent[]): boolean {
  const newline = events.findIndex((event) => event.type === 'key' && isNewline(event));
  const last = events[newline];
  return newline === events.length - 1 && last?.type === 'key' && last.name === 'enter';
}

function countText(events: KeyEvent[]): { typed: number; newlines: number } {
  let typed = 0;
  let newlines = 0;
  for (const event of events) {
    if (event.type !== 'key') continue;
    if (isNewline(event)) newlines += 1;
    else if (event.text !== undefined) typed += 1;
  }
  return { typed, newlines };
}

/** Joins each run of pasted characters into a paste; other keys and reports in between stay. */
function joinRuns(events: KeyEvent[], continuesFirst: boolean): KeyEvent[] {
  const result: KeyEvent[] = [];
  let run: string[] = [];
  let continues = continuesFirst;

  function endRun(): void {
    if (run.length === 0) return;
    const text = run.join('').replace(/\r\n?/g, '\n');
    result.push({ type: 'paste', text, source: 'burst', ...(continues && { continues: true as const }) });
    continues = false;
    run = [];
  }

  for (const event of events) {
    const text = pastedText(event);
    if (text !== undefined) run.push(text);
    else {
      endRun();
      result.push(event);
    }
  }
  endRun();
  return result;
}

function pastedText(event: KeyEvent): string | undefined {
  if (event.type !== 'key') return undefined;
  if (isNewline(event)) return event.name === 'enter' ? '\r' : '\n';
  const isTab = event.name === 'tab' && !event.shift && !event.ctrl && !event.alt;
  return isTab ? '\t' : event.text;
}

function isNewline(pressed: Key): boolean {
  const plain = !pressed.alt && !pressed.shift && !pressed.super;
  return plain && (pressed.name === 'enter' ? !pressed.ctrl : pressed.name === 'j' && pressed.ctrl);
}
