/** The verdict on a command in the sandbox of this machine, from the same decision as a real call. */

import { COMMANDS } from '../protocol/permission.ts';
import type { Facts, InsideVerdict } from '../protocol/policy.ts';
import { decide } from './decide.ts';

/** No call is made: the line and its permission decide. */
const NO_TOOL = '';

/** `undefined` if there is no sandbox and none is required, so nothing changes. */
export function verdictInside(line: string, facts: Facts, cwd = facts.root): InsideVerdict | undefined {
  const { sandbox } = facts;
  if (!sandbox || (sandbox.layer === 'none' && !sandbox.isRequired)) return undefined;
  const use = { tool: NO_TOOL, permission: COMMANDS, effect: 'run', paths: [], origin: 'model' } as const;
  return { layer: sandbox.layer, verdict: decide({ ...use, command: { line, cwd } }, facts).verdict };
}
