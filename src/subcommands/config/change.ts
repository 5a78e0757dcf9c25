/** `coder config path|get|set|edit`: works on the person's own settings file. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentOptions } from '../../app/agent-options.ts';
import { type AppSettings, loadAppSettings } from '../../app/load-app-settings.ts';
import { settingAt } from '../../app/setup.ts';
import { editorOf } from '../../base/editor.ts';
import { CoderError } from '../../base/errors.ts';
import { coderHome } from '../../base/files/home-folder.ts';
import { saveSettings, settingProblem, settingsWith } from '../../config/save-setting.ts';
import { parseSettings } from '../../config/settings-file.ts';
import type { SubcommandWords } from '../../words/en/subcommands.ts';
import { faultError, faultOf } from '../../words/fault.ts';
import { loadWords } from '../../words/words.ts';
import { failUsage, print } from '../print.ts';
import { wordsFor } from '../words-for.ts';

const PATIENCE_MS = 10_000;

export async function changeConfig(operands: readonly string[], options: AgentOptions): Promise<number> {
  const [what, key = '', ...values] = operands;
  const file = join(coderHome(options.env), 'config.json');
  const count = operands.length;
  if (what === 'path' && count === 1) return print(file);
  if (what === 'get' && count === 2) return getSetting(key, await loadAppSettings(options));
  const { subcommands: say } = await wordsFor(options);
  if (what === 'set' && count >= 3) return setSetting(file, key, values.join(' '), options, say);
  if (what === 'edit' && count === 1) return editSettings(file, options.env, say);
  return failUsage(say.configUsage);
}

async function getSetting(key: string, { settings }: AppSettings): Promise<number> {
  const value = settingAt(settings, key);
  if (value === undefined)
    throw new CoderError('usage', (await loadWords(settings.lang)).subcommands.noSuchSetting(key));
  return print(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}

/** The value is read as JSON, or as text if it is not valid JSON or does not fit the setting. */
async function setSetting(
  file: string,
  key: string,
  text: string,
  options: AgentOptions,
  say: SubcommandWords,
): Promise<number> {
  const all = readings(text);
  const value = all.find((each) => !settingProblem(key, each)) ?? all[0];
  const problem = settingProblem(key, value);
  if (problem) throw faultError('usage', problem);
  await tryOut(key, value, options);
  await saveSettings({ file, values: [[key, value]], signal: AbortSignal.timeout(PATIENCE_MS) });
  return print(say.settingSaved(key, file));
}

/** Throws if coder could no longer start with the value: a mode that no table has, a folder that does not exist. */
async function tryOut(key: string, value: unknown, options: AgentOptions): Promise<void> {
  const isBroken = await loadAppSettings(options).then(
    () => false,
    () => true, // with other mistakes in the file, this one may be the first that is corrected
  );
  if (isBroken) return;
  const flags = settingsWith(key, value) as AgentOptions['flags'];
  await loadAppSettings({ ...options, flags });
}

function readings(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? [value] : [value, text];
  } catch {
    return [text]; // not JSON, so a plain word
  }
}

/** If the file is broken afterwards, this is reported but not repaired, because the file belongs to the person. */
function editSettings(file: string, env: NodeJS.ProcessEnv, say: SubcommandWords): number {
  const editor = editorOf(env);
  if (!editor.isChosen && !(process.stdin.isTTY && process.stdout.isTTY))
    throw new CoderError('editor', say.editNeedsTerminal(file));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, say.emptySettings, { mode: 0o600, flag: 'wx' });
  const { status, error } = spawnSync(`${editor.command} "$CODER_SETTINGS"`, {
    shell: true,
    stdio: 'inherit',
    env: { ...env, CODER_SETTINGS: file },
  });
  if (error || status !== 0)
    throw new CoderError('editor', say.editorFailed(editor.command, error?.message ?? say.editorExit(String(status))));
  try {
    parseSettings(readFileSync(file, 'utf8'), file);
    return print(file);
  } catch (wrong) {
    throw faultError('config', faultOf(wrong), { cause: wrong });
  }
}
