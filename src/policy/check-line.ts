/** What would happen to a command and why, for `coder policy check`. */

import { COMMANDS } from '../protocol/permission.ts';
import type { Facts, Reason } from '../protocol/policy.ts';
import type { Verdict } from '../protocol/verdict.ts';
import { decideCommand } from './decide-command.ts';
import type { ShellClass } from './shell/judge/analyse.ts';

export interface LineCheck {
  decision: Verdict;
  class: ShellClass;
  reasons: Reason[];
}

export function checkLine(line: string, facts: Facts, cwd = facts.root): LineCheck {
  const opinion = decideCommand({ line, cwd }, COMMANDS, facts);
  const reasons =
    opinion.reasons.length > 0 || opinion.verdict !== 'allow' ? opinion.reasons : [...opinion.analysis.reasons];
  return { decision: opinion.verdict, class: opinion.analysis.class, reasons };
}
