/** Everything the terminal can report: keys, pastes, the mouse, focus, and replies to queries. */

export interface Key {
  type: 'key';
  /** `a`, `7`, `?`, `中`, `space`, `enter`, `up`, `f5`: letters in lower case, never a control character. */
  name: string;
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
  /** Command or Windows key; a key pressed with it types nothing. */
  super: boolean;
  /** The text that the key types. Absent if it types nothing. */
  text?: string;
  /** Set if the key is held down. */
  repeat?: true;
}

export type KeyEvent =
  | Key
  /** `continues`: the next piece of a paste that arrived in several reads. */
  | { type: 'paste'; text: string; source: 'bracketed' | 'burst'; continues?: true }
  | {
      type: 'mouse';
      action: 'press' | 'release' | 'move' | 'wheel-up' | 'wheel-down';
      button: number;
      column: number;
      row: number;
    }
  | { type: 'focus'; focused: boolean }
  /** A reply of the terminal, or an unknown sequence: it can neither type nor answer anything. */
  | { type: 'report'; kind: ReportKind; text: string };

export type ReportKind =
  | 'device-attributes'
  | 'cursor-position'
  | 'keyboard-flags'
  | 'mode'
  | 'status'
  | 'color'
  | 'string'
  | 'unknown';

export type Modifiers = Partial<Pick<Key, 'ctrl' | 'alt' | 'shift' | 'super'>>;

export function key(name: string, modifiers: Modifiers = {}, text?: string): Key {
  const { ctrl = false, alt = false, shift = false, super: command = false } = modifiers;
  return { type: 'key', name, ctrl, alt, shift, super: command, ...(text !== undefined && { text }) };
}

/** The key of one typed character; with Ctrl, Alt or Super it types nothing. */
export function characterKey(character: string, modifiers: Modifiers = {}): Key {
  const lower = character.toLowerCase();
  const isUpper = lower !== character;
  const shift = isUpper || (modifiers.shift ?? false);
  const name = character === ' ' ? 'space' : lower;
  const silent = modifiers.ctrl || modifiers.alt || modifiers.super;
  return key(name, { ...modifiers, shift }, silent ? undefined : character);
}

/** `ctrl+alt+shift+super+name`: the key's name in the key table. Shift is omitted if the character implies it. */
export function keyName({ name, ctrl, alt, shift, super: command }: Key): string {
  if (!ctrl && !alt && !shift && !command) return name;
  const isCharacter = name.length === 1 && name.toUpperCase() === name.toLowerCase();
  const parts = [ctrl && 'ctrl', alt && 'alt', shift && !isCharacter && 'shift', command && 'super', name];
  return parts.filter((part) => part !== false).join('+');
}

/** The one character that the key types, or names if it types nothing; `undefined` with Ctrl, Alt or Super. */
export function plainCharacter({ name, text, ctrl, alt, super: command }: Key): string | undefined {
  const character = text ?? name;
  return ctrl || alt || command || Array.from(character).length !== 1 ? undefined : character;
}
