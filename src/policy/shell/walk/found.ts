/** What a walk through a line has found so far: commands, redirections, and reasons by their weight. */

import type { Reason } from '../../../protocol/policy.ts';
import type { Cwds } from '../places.ts';
import type { Assigned } from '../read/expand.ts';
import type { ParsedScript } from '../read/parse.ts';
import type { Word } from '../read/words.ts';
import type { SimpleCommand } from './simple-command.ts';

export type Span = readonly [number, number];

/** Which part of the line a reason is about, and where it is. */
export interface At {
  part: string;
  span: Span;
}

/** A redirection to or from a file, with the folders it may be relative to. */
export interface FileRedirect {
  operator: string;
  target: readonly Word[];
  cwds: Cwds;
  text: string;
  span: Span;
}

export interface Walked {
  commands: SimpleCommand[];
  redirects: FileRedirect[];
  /** Variables set for the rest of the line, or for one command. */
  assignments: (Assigned & { span: Span; forCommand: boolean })[];
  reasons: Reason[];
  /** `[[ … ]]` and the like: judged, though not commands. */
  tests: number;
  /** A loop that never ends by itself. */
  endless: boolean;
  /** Every text that was read as shell, and how. */
  texts: { text: string; script: ParsedScript }[];
}

export interface Found extends Walked {
  /** Refused in every mode. */
  block(at: At, text: string): void;
  /** Asked about every time; no saved rule lifts it. */
  risk(at: At, code: Reason['code'], text: string): void;
  /** Not proved to be harmless; a saved rule may lift it. */
  doubt(at: At, text: string): void;
}

/** What cannot be followed to its end cannot be cleared of the worst either. */
export const TOO_DEEP = 'commands are nested too deep to be checked: write them plainly';
export const TOO_MANY = 'there is more in the line than can be checked: run it in smaller steps';

const MAX_REASONS = 200;

export function nothingFound(): Found {
  const reasons: Reason[] = [];
  return {
    commands: [],
    redirects: [],
    assignments: [],
    reasons,
    tests: 0,
    endless: false,
    texts: [],
    block(at, text) {
      if (text === TOO_MANY && reasons.at(-1)?.text === TOO_MANY) return;
      reasons.push({ code: 'hard-block', text, risk: true, ...at });
    },
    risk(at, code, text) {
      if (reasons.length >= MAX_REASONS && reasons.some((reason) => reason.risk)) return; // one is enough to ask
      reasons.push({ code, text, risk: true, ...at });
    },
    doubt(at, text) {
      if (reasons.length < MAX_REASONS) reasons.push({ code: 'not-proved', text, risk: false, ...at });
    },
  };
}
