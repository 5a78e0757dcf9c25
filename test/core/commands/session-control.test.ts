import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { type HookControl, NOTHING_SAID } from '../../../src/protocol/hooks.ts';
import { createEngine, mode } from '../../fixtures/engine.ts';
import { scriptedProvider } from '../../fixtures/scripted-provider.ts';

test('ESC-1 HOOK-2 Esc ends a slow hook at the end of a session; the new session opens', async () => {
  const started = Promise.withResolvers<void>();
  const hooks: HookControl = {
    listens: (event) => event === 'SessionEnd',
    async run(_fact, signal) {
      started.resolve();
      await once(signal, 'abort');
      return NOTHING_SAID;
    },
    within: () => hooks,
    list: () => [],
  };
  const next = createEngine(scriptedProvider([])).live;
  const engine = createEngine(scriptedProvider([]), [], {
    hooks,
    open: async () => ({ live: next, mode, model: 'model-1', turns: 0 }),
    run: async (_name, _args, { session }) => {
      const opened = await session.open({ kind: 'new' });
      return { title: 'problem' in opened ? opened.problem : 'a new session' };
    },
  });

  const done = engine.send({ type: 'submit', text: '/new' });
  await started.promise;
  await engine.send({ type: 'cancel' });
  await done;

  const titles = engine.events.flatMap((event) => (event.type === 'notice' ? [event.view.title] : []));
  assert.deepEqual(titles, ['a new session']);
});
