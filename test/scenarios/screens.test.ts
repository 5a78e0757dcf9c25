/** Screens as a newcomer sees them, compared as a whole; `test/long/screens.ts` has every width, language and set of colours, and writes them. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { noTerminal, openCoder } from '../fixtures/coder-terminal.ts';
import { isLong } from '../fixtures/long.ts';
import { bareOnly, scratch } from '../fixtures/run-coder.ts';
import { openGolden, prepareShop, ROWS, SCREEN_SETS, type Shot, scenePlay, setName } from '../fixtures/screens.ts';

const SHORT = isLong ? ['compact-80-en', 'full-40-zh-CN'] : ['compact-80-en'];

test('CLI-8 CLI-9 CLI-10 IN-13 QST-1 APR-5 APR-9 OUT-12 OUT-13 OUT-15 the screens of the first hour', {
  skip: noTerminal || bareOnly('questions offer to try first'),
  concurrency: true,
}, async (t) => {
  const sets = SCREEN_SETS.filter((set) => SHORT.includes(setName(set)));
  await Promise.all(
    sets.map((set) =>
      t.test(setName(set), async () => {
        using base = scratch();
        const place = { ...base, path: join(base.home, 'shop') }; // `~/shop`, wherever that is
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
          env,
          ready: /tokens/,
        });
        const { program, server } = coder;
        // Help grows with every command; where nothing folds, the turn is higher than the screen.
        const isLeft = (name: string): boolean => name === 'help' || (name === 'turn' && set.style === 'full');
        const take: Shot = (name, ...rest) => isLeft(name) || golden.take(name, ...rest);
        await play({ write: program.write, look: async () => program.emulator }, server.close, take);
      }),
    ),
  );
});
