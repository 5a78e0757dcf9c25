/** An interactive program as a front end shows it: its screen as styled text, and how it expects keyboard and mouse. */

export interface TerminalSize {
  columns: number;
  rows: number;
}

/** One of the 256 colours by number, or `#rrggbb`; absent: the terminal's default. */
export type TerminalColor = number | string;

/** Characters with the same style. */
export interface TerminalRun {
  text: string;
  color?: TerminalColor;
  background?: TerminalColor;
  style?: readonly TerminalStyle[];
}

export type TerminalStyle = 'bold' | 'dim' | 'italic' | 'underline' | 'inverse' | 'hidden' | 'struck';

/** The visible screen of a program. A row that did not change is the same object as before. */
export interface TerminalScreen extends TerminalSize {
  lines: readonly (readonly TerminalRun[])[];
  /** Counted from 0; absent while hidden or scrolled out of sight. */
  cursor?: { row: number; column: number };
  /** How many rows the view is scrolled back, and how many rows of history there are. */
  back: number;
  scrollback: number;
  /** A full-screen program: nothing scrolls back. */
  alternate: boolean;
  /** The program reads a line without echoing it, such as a password. */
  hidden: boolean;
  /** The program reads single keys, not lines, and handles arrows itself. Absent if that cannot be determined. */
  readsKeys?: boolean;
  /** A call of the model waits until the person is done here, or hands over. */
  awaited?: boolean;
  /** Who typed last. */
  typed?: TerminalHand;
  /** Keyboard and mouse modes that the program has set. */
  applicationCursor: boolean;
  bracketedPaste: boolean;
  mouse: 'none' | 'click' | 'drag' | 'any';
  mouseEncoding: 'plain' | 'sgr';
}

export type TerminalHand = 'person' | 'model';

/** How much of the person's typing goes to the model and the recording. */
export const SHARE_INPUT = ['all', 'redact', 'none'] as const;
export type ShareInput = (typeof SHARE_INPUT)[number];

/** Running programs, as needed by the engine and its commands. */
export interface TerminalControl {
  /** True if a front end shows the programs' screens and types into them. */
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
  /** Called when `takeEnded` has something to return. */
  onEnd(listener: () => void): void;
}

export interface TerminalSummary {
  readonly id: string;
  readonly command: string;
  readonly startedAt: number;
  readonly state: 'running' | 'ended';
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** The screen as text, without trailing blank rows. */
  screen(): string;
  readonly savedPath?: string;
}
