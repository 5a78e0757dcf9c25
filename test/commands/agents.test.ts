import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textWidth } from '../../src/base/text/text-width.ts';
import { runCommand } from '../../src/commands/run-command.ts';
import { loadWords } from '../../src/words/words.ts';
import { commandContext } from '../fixtures/command-context.ts';

test('CMD-3 /agents lists who answers and who takes delegated work, in columns, in both languages', async () => {
  const agents = [
    { name: 'build', kind: 'primary', isAsShipped: true },
    { name: 'explore', kind: 'sub', isAsShipped: true },
    { name: '测试', kind: 'sub', description: 'Runs tests' },
    { name: 'bare', kind: 'sub' },
  ] as const;
  for (const lang of ['en', 'zh-CN'] as const) {
    const { commands } = await loadWords(lang);
    const result = await runCommand('agents', '', commandContext([], { setup: { agents } }), commands);
    assert.ok('title' in result);
    const [list] = result.body ?? [];
    const items = list?.type === 'list' ? list.items : [];
    const starts = items.map((line) =>
      [...line.matchAll(/(?<= {2})\S/g)].map(({ index }) => textWidth(line.slice(0, index))),
    );
    assert.deepEqual(starts[0], starts[1]);
    assert.deepEqual(starts[0], starts[2]);
    assert.deepEqual([starts[0]?.length, starts[3]], [2, starts[0]?.slice(0, 1)], items.join('\n'));
    assert.ok(items.every((line) => line === line.trimEnd()));
  }
});
