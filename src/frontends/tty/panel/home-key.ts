/** The key that switches between the chat and the program; neither of them ever gets it. */

import type { KeyEvent } from '../input/key-event.ts';

export function isHome(event: KeyEvent): boolean {
  return event.type === 'key' && event.name === 'home' && !event.ctrl && !event.alt && !event.shift && !event.super;
}
