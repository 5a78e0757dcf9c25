/** `coder policy check`: shows what would happen to a shell command, and why. */

import type { AgentOptions } from '../app/agent-options.ts';
import { loadAppSettings } from '../app/load-app-settings.ts';
import { createOutput } from '../base/output.ts';
import { parseJson } from '../base/parse-json.ts';
import { splitLines } from '../base/text/split-lines.ts';
import { visible } from '../base/text/visible.ts';
import { reasonText } from '../words/reason-text.ts';
import { loadWords, type Words } from '../words/words.ts';
import { type CommandVerdict, createSandboxedCheck } from './policy/check-command.ts';
import { failUsage } from './print.ts';
import { wordsFor } from './words-for.ts';

export interface PolicyFlags {
  operands: readonly string[];
  json: boolean;
  stdin: boolean;
}

export async function runPolicy(options: AgentOptions, flags: PolicyFlags): Promise<number> {
  const [action, ...words] = flags.operands;
  if (action !== 'check' || (words.length === 0) !== flags.stdin)
    return failUsage((await wordsFor(options)).subcommands.policyUsage);
  const app = await loadAppSettings(options);
  const check = await createSandboxedCheck(app, options);
  if (flags.stdin) return checkLines(check);
  const verdict = check(words.join(' '));
  const say = await loadWords(app.settings.lang);
  process.stdout.write(flags.json ? `${JSON.stringify(verdict)}\n` : readable(words.join(' '), verdict, say));
  return 0;
}

async function checkLines(check: (line: string) => CommandVerdict): Promise<number> {
  const output = createOutput(
    () => process.stdout,
    () => {},
  ); // the command line's own handler reports it and exits
  let bad = 0;
  for await (const line of splitLines(process.stdin)) {
    if (line.trim() === '') continue;
    const command = readString(line);
    if (command === undefined) bad++;
    const verdict = command === undefined ? { error: 'not a JSON string' } : check(command);
    output.write(`${JSON.stringify(verdict)}\n`);
  }
  await output.flush();
  return bad === 0 ? 0 : 2;
}

/** `undefined` is reported in the output line. */
function readString(line: string): string | undefined {
  const value = parseJson(line);
  return typeof value === 'string' ? value : undefined;
}

function readable(
  command: string,
  { decision, class: kind, reasons, sandbox }: CommandVerdict,
  { subcommands: say, policy }: Words,
): string {
  const lines = [`$ ${visible(command)}`];
  const verdict = `${decision} (${kind})`;
  if (sandbox && sandbox.decision !== decision)
    lines.push(say.inSandbox(sandbox.decision, sandbox.layer), say.withoutSandbox(verdict));
  else lines.push(verdict);
  for (const reason of reasons) {
    const text = visible(reasonText(reason, policy));
    lines.push(`  ${reason.risk ? say.risk(text) : text}`);
  }
  return `${lines.join('\n')}\n`;
}
