/** `coder doctor`: prints one line per check, with advice below it. */

import type { AgentOptions } from '../app/agent-options.ts';
import { cleanLine } from '../base/text/sanitize.ts';
import { examine } from './doctor/examine.ts';
import { wordsFor } from './words-for.ts';

const PATIENCE_MS = 10_000;
/** A model given by name is measured, and a local one may have to be loaded first. */
const MEASURE_PATIENCE_MS = 300_000;

/** Runs the checks with the facts of this terminal, in the language of the settings. */
export async function examineHere(options: AgentOptions, signal: AbortSignal) {
  const { stdout } = process;
  const terminal = { isTty: stdout.isTTY, term: options.env.TERM, columns: stdout.columns };
  return examine(options, terminal, (await wordsFor(options)).doctor, signal);
}

export async function runDoctor(options: AgentOptions, json: boolean): Promise<number> {
  const { stdout } = process;
  const patience = options.flags.model === undefined ? PATIENCE_MS : MEASURE_PATIENCE_MS;
  const checks = await examineHere(options, AbortSignal.timeout(patience));
  if (json) stdout.write(`${JSON.stringify(checks, undefined, 2)}\n`);
  else {
    const { marks } = (await wordsFor(options)).doctor;
    for (const { name, status, detail, advice } of checks) {
      stdout.write(`${marks[status]}  ${name.padEnd(10)} ${cleanLine(detail)}\n`);
      if (advice) stdout.write(`${' '.repeat(17)}${advice}\n`);
    }
  }
  return checks.some(({ status }) => status === 'fail') ? 1 : 0;
}
