/**
 * Every screen of `test/fixtures/screens.ts` in a real tmux: both styles, both languages, three widths, dark and light, 16 colours and none.
 *
 *     node test/long/screens.ts [--update] [--svg FOLDER] [NAME…]
 *
 * NAME is a golden in `test/data/screens`, such as `compact-80-en`; by default all are compared.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEmulator } from '../fixtures/emulator.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { CLI, coderEnv, scratch } from '../fixtures/run-coder.ts';
import { svgOf } from '../fixtures/screen-svg.ts';
import {
  BOXED_SETS,
  openGolden,
  prepareShop,
  ROWS,
  SCREEN_SETS,
  type ScreenSet,
  type Shot,
  scenePlay,
  setName,
} from '../fixtures/screens.ts';

const { values, positionals } = parseArgs({
  options: { update: { type: 'boolean' }, svg: { type: 'string' } },
  allowPositionals: true,
});
const sets = [...SCREEN_SETS, ...BOXED_SETS].filter(
  (set) => positionals.length === 0 || positionals.includes(setName(set)),
);
for (const set of sets) await compare(set);

async function compare(set: ScreenSet): Promise<void> {
  const name = setName(set);
  const golden = openGolden(set, values.update);
  await play(set, (scene, screen, unchangedMs) => {
    if (!golden.take(scene, screen, unchangedMs)) return false;
    if (values.svg === undefined) return true;
    mkdirSync(values.svg, { recursive: true });
    writeFileSync(join(values.svg, `${name}-${scene}.svg`), svgOf(screen, scene, set.colors === 'light'));
    return true;
  });
  if (values.update || !existsSync(golden.file)) writeFileSync(golden.file, golden.text());
  console.log(`ok ${name}`); // a difference would have thrown
}

/** Plays the scenes in a separate tmux server with its own coder. */
async function play(set: ScreenSet, shot: Shot): Promise<void> {
  using base = scratch();
  const path = join(base.home, 'shop');
  mkdirSync(path);
  prepareShop(path);
  const scenes = scenePlay(set.isBoxed);
  const server = await startModelServer(scenes.answer);
  const env = { ...coderEnv({ cwd: path, home: base.home, url: server.url }), SHELL: '/bin/sh' };
  const run = { cwd: base.home, env, encoding: 'utf8' } as const;
  const tmux = (...args: string[]): string => execFileSync('tmux', ['-S', 'tmux.socket', ...args], run);
  const variables = Object.entries(set.env).map(([name, value]) => `${name}='${value}'`);
  const command = `exec env ${variables.join(' ')} "${process.execPath}" "${CLI}" --lang ${set.lang}`;
  const size = ['-x', String(set.columns), '-y', String(ROWS)];
  tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'coder', ...size, '-c', path, command);
  const stage = {
    write: (text: string) =>
      void tmux('send-keys', '-t', 'coder', '-H', ...[...Buffer.from(text)].map((byte) => byte.toString(16))),
    async look() {
      const emulator = createEmulator(set.columns, ROWS);
      // After Ctrl+L, tmux gets a margin at the top.
      const pane = tmux('capture-pane', '-p', '-e', '-N', '-t', 'coder').replace(/\n+$/, '');
      const rows = pane.replace(/^(?:\s*\n)+/, '').split('\n');
      await emulator.write(rows.join('\r\n'));
      return emulator;
    },
  };
  try {
    await scenes.play(stage, server.close, shot);
  } finally {
    spawnSync('tmux', ['-S', 'tmux.socket', 'kill-server'], run);
    await server.close().catch(() => undefined);
  }
}
