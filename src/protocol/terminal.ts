/** An interactive program as a front end shows it: its screen as text with looks, and what the keyboard means to it. */

export interface TerminalSize {
  columns: number;
  rows: number;
}

/** One of the 256 colours by number, or `#rrggbb`; absent is the terminal's own. */
export type TerminalColor = number | string;

/** Characters of one look. */
export interface TerminalRun {
  text: string;
  color?: TerminalColor;
  background?: TerminalColor;
  style?: readonly TerminalStyle[];
}

export type TerminalStyle = 'bold' | 'dim' | 'italic' | 'underline' | 'inverse' | 'hidden' | 'struck';

/** What can be seen of a program. A row that did not change is the same object as before. */
export interface TerminalScreen extends TerminalSize {
  lines: readonly (readonly TerminalRun[])[];
  /** Counted from 0; absent while it is hidden or scrolled out of sight. */
  cursor?: { row: number; column: number };
  /** How many rows the view is scrolled back, and how many there are. */
  back: number;
  scrollback: number;
  /** A full-screen program: nothing scrolls back. */
  alternate: boolean;
  /** The program reads a line and does not show what is typed: a password. */
  hidden: boolean;
  /** The program reads keys by itself, not lines: arrows are its own. Absent where that cannot be told. */
  readsKeys?: boolean;
  /** A call of the model waits until the person is done here, or hands over. */
  awaited?: boolean;
  /** Who typed last. */
  typed?: TerminalHand;
  /** What the program asked of the keyboard and the mouse. */
  applicationCursor: boolean;
  bracketedPaste: boolean;
  mouse: 'none' | 'click' | 'drag' | 'any';
  mouseEncoding: 'plain' | 'sgr';
}

export type TerminalHand = 'person' | 'model';

/** What of the person's typing the model and the recording get. */
export const SHARE_INPUT = ['all', 'redact', 'none'] as const;
export type ShareInput = (typeof SHARE_INPUT)[number];

/** What the engine and its commands need of running programs. */
export interface TerminalControl {
  /** A front end shows what programs show, and types into them. */
  readonly isShown: boolean;
  readonly list: readonly TerminalSummary[];
  input(id: string, data: string): void;
  /** Without an id: applies to all current and future terminals, and turns on `terminal-screen` events. */
  resize(id: string | undefined, size: TerminalSize): void;
  scroll(id: string, back: number): void;
  /** The person leaves the program to the model: a call that waits for them returns. */
  handOver(id: string): void;
  kill(id: string): Promise<void>;
  /** Programs that ended since the last call and whose end the model has not seen. */
  takeEnded(): readonly TerminalSummary[];
  /** Called when `takeEnded` has something to give. */
  onEnd(listener: () => void): void;
}

export interface TerminalSummary {
  readonly id: string;
  readonly command: string;
  readonly startedAt: number;
  readonly state: 'running' | 'ended';
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** The screen as text, without blank rows at its end. */
  screen(): string;
  readonly savedPath?: string;
}
