/** The verdict on a command in the sandbox of this machine, from the same decision as a real call. */

import type { Facts, InsideVerdict } from '../protocol/policy.ts';
import { decide } from './decide.ts';

/** `undefined` if there is no sandbox and none is required, so nothing changes. */
export function verdictInside(line: string, facts: Facts, cwd = facts.root): InsideVerdict | undefined {
  const { sandbox } = facts;
  if (!sandbox || (sandbox.layer === 'none' && !sandbox.isRequired)) return undefined;
  const use = { tool: 'bash', permission: 'bash', effect: 'run', paths: [], origin: 'model' } as const;
  return { layer: sandbox.layer, verdict: decide({ ...use, command: { line, cwd } }, facts).verdict };
}
