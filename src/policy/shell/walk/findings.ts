/** What a walk through a line has found so far: commands, redirections, and reasons by severity. */

import { late } from '../../../base/late.ts';
import type { Reason, Said } from '../../../protocol/policy.ts';
import { say } from '../../say.ts';
import type { Cwds } from '../places.ts';
import type { Assigned } from '../read/expand.ts';
import type { ParsedScript } from '../read/parse.ts';
import type { Word } from '../read/words.ts';
import type { SimpleCommand } from './simple-command.ts';

export type Span = readonly [number, number];

/** The part of the line that a reason is about, and its position. */
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
  assignments: (Assigned & { span: Span; forCommand: boolean; command?: string })[];
  reasons: Reason[];
  /** The number of `[[ … ]]` and similar tests, which are judged although they are not commands. */
  tests: number;
  /** True if the line has a loop that never ends on its own. */
  endless: boolean;
  /** Every text that was read as shell, with its parsed script. */
  texts: { text: string; script: ParsedScript }[];
}

export interface Findings extends Walked {
  /** Refused in every mode. */
  block(at: At, said: Said): void;
  /** Asked about every time; no saved rule lifts it. */
  risk(at: At, code: Reason['code'], said: Said): void;
  /** Not proved to be harmless; a saved rule may lift it. */
  doubt(at: At, said: Said): void;
}

/** A line that cannot be followed to its end cannot be cleared of the worst either. */
export const tooDeep = late(() => say('tooDeep'));
export const tooMany = late(() => say('tooMany'));

const MAX_REASONS = 200;

export function noFindings(): Findings {
  const reasons: Reason[] = [];
  return {
    commands: [],
    redirects: [],
    assignments: [],
    reasons,
    tests: 0,
    endless: false,
    texts: [],
    block(at, said) {
      if (said === tooMany() && reasons.at(-1)?.text === said.text) return;
      reasons.push({ code: 'hard-block', ...said, risk: true, ...at });
    },
    risk(at, code, said) {
      if (reasons.length >= MAX_REASONS && reasons.some((reason) => reason.risk)) return; // one is enough to ask
      reasons.push({ code, ...said, risk: true, ...at });
    },
    doubt(at, said) {
      if (reasons.length < MAX_REASONS) reasons.push({ code: 'not-proved', ...said, risk: false, ...at });
    },
  };
}
