/** The key that leads from the chat to the program and back; it never means anything to either. */

import type { KeyEvent } from '../input/key-event.ts';

export function isHome(event: KeyEvent): boolean {
  return event.type === 'key' && event.name === 'home' && !event.ctrl && !event.alt && !event.shift && !event.super;
}
