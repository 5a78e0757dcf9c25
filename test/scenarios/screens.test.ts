/** Whole screens as a newcomer sees them; `test/long/screens.ts` covers every width, language and colour set, and rewrites the goldens. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { noTerminal, openCoder } from '../fixtures/coder-terminal.ts';
import { isLong } from '../fixtures/long.ts';
import { bareOnly, scratch } from '../fixtures/run-coder.ts';
import { openGolden, prepareShop, ROWS, SCREEN_SETS, type Shot, scenePlay, setName } from '../fixtures/screens.ts';

const SHORT = isLong ? ['compact-80-en', 'full-40-zh-CN'] : ['compact-80-en'];

test('CLI-8 CLI-9 CLI-10 IN-13 QST-1 APR-5 APR-9 OUT-12 OUT-13 OUT-15 the screens of the first hour match their goldens', {
  skip: noTerminal || bareOnly('questions offer to try first'),
  concurrency: true,
}, async (t) => {
  const sets = SCREEN_SETS.filter((set) => SHORT.includes(setName(set)));
  await Promise.all(
    sets.map((set) =>
      t.test(setName(set), async () => {
        using base = scratch();
        const place = { ...base, path: join(base.home, 'shop') }; // shown as `~/shop`
        mkdirSync(place.path);
        prepareShop(place.path);
        const golden = openGolden(set);
        const { answer, play } = scenePlay();
        const { columns, env, lang } = set;
        await using coder = await openCoder(answer, {
          place,
          columns,
          rows: ROWS,
          args: ['--lang', lang],
          env: { ...env, TERM: 'xterm-256color' }, // not tmux, which gets a margin after Ctrl+L
          ready: /tokens/,
        });
        const { program, server } = coder;
        // Left out: help grows with every command, and in full style the turn is taller than the screen.
        const isLeft = (name: string): boolean => name === 'help' || (name === 'turn' && set.style === 'full');
        const take: Shot = (name, ...rest) => isLeft(name) || golden.take(name, ...rest);
        await play({ write: program.write, look: async () => program.emulator }, server.close, take);
      }),
    ),
  );
});
