import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workDone } from '../../../src/core/verify/work-done.ts';
import { answer, edit, shell, verifyingEngine } from '../../fixtures/verifying.ts';

test('MDL-9 files changed, commands run and the last check are known from the log', async () => {
  const engine = verifyingEngine(
    [edit('src/a.ts'), shell('npm test'), edit('src/a.ts'), shell('make x'), answer('Done.')],
    [{ exitCode: 1 }, { exitCode: 0 }],
    { settings: { workflow: { auto_verify_after_edit: false } } },
  );
  await engine.turn(engine.input('fix it'));
  assert.equal(
    workDone(engine.live.work(engine.engine.tools)),
    [
      '# Files changed\n\n- src/a.ts',
      '# Commands run\n\n- npm test (exit 1)\n- make x (exit 0)',
      '# Last check\n\n- npm test (exit 1)',
    ].join('\n\n'),
  );
});
