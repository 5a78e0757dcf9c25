import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as s from '../../src/base/schema.ts';
import type { Engine, Machine } from '../../src/core/engine.ts';
import { runSubagent } from '../../src/core/subagent.ts';
import { runTurn } from '../../src/core/turn.ts';
import { type Message, textOf } from '../../src/protocol/message.ts';
import { defineTool, ok } from '../../src/protocol/tool.ts';
import { zhCn } from '../../src/words/zh-cn.ts';
import { call, callsEnd } from '../fixtures/scripted-provider.ts';
import { answer, edit, NPM, noticesOf, scriptedShell, shell, verifyingEngine } from '../fixtures/verifying.ts';

const never = new AbortController().signal;
/** The message the model gets about a failed check. */
const failedCheck = (exitCode: number, shown: string) =>
  `[coder] ${NPM} failed (exit ${exitCode}).\n\n${shown}\n\nIf your change caused it, fix it; if not, change nothing and say so in one line.`;

/** The messages from coder itself to the model. */
function said(messages: readonly Message[]): string[] {
  return messages.flatMap((message) =>
    message.role === 'user' && message.by === 'coder' ? [textOf(message.content)] : [],
  );
}

test('VER-1 VER-5 VER-7 tests that fail twice and then pass produce exactly these notices', async () => {
  const engine = verifyingEngine(
    [edit('src/a.ts'), answer('Changed.'), edit('src/a.ts'), answer('Again.'), edit('src/b.ts'), answer('Fixed.')],
    [
      { exitCode: 1, stdout: 'not ok 1 - adds\n' },
      { exitCode: 2, stderr: 'not ok 2 - subtracts\n' },
      { exitCode: 0, stdout: 'ok\n' },
    ],
  );

  const state = await engine.turn(engine.input('fix it'));

  assert.deepEqual(noticesOf(engine.events), [
    `Auto verification: ${NPM}`,
    `Auto verification failed: ${NPM} (exit 1). Asking the model to fix it (1 of 2).`,
    `Auto verification, retry 1 of 2: ${NPM}`,
    `Auto verification failed: ${NPM} (exit 2). Asking the model to fix it (2 of 2).`,
    `Auto verification, retry 2 of 2: ${NPM}`,
    `checked: ${NPM} ok (after the last edit)`,
  ]);
  assert.deepEqual(said(engine.messages()), [
    failedCheck(1, 'not ok 1 - adds'),
    failedCheck(2, 'not ok 2 - subtracts'),
  ]);
  assert.deepEqual([state.stop, engine.lines], ['answered', [NPM, NPM, NPM]]);
  assert.deepEqual(engine.asked, ['write', 'bash', 'write', 'write'], 'the check is asked about once');
});

test('VER-1 VER-5 VER-7 the same notices are shown in Chinese', async () => {
  const engine = verifyingEngine(
    [edit('src/a.ts'), answer('改好了。'), edit('src/a.ts'), answer('好了。')],
    [{ exitCode: 1, stdout: 'not ok 1 - 相加' }, { exitCode: 0 }],
    { words: zhCn },
  );

  await engine.turn(engine.input('修一下'));

  assert.deepEqual(noticesOf(engine.events), [
    `自动验证：${NPM}`,
    `自动验证失败：${NPM}（退出码 1）。请模型修复（第 1 次，共 2 次）。`,
    `自动验证，第 1 次重试（共 2 次）：${NPM}`,
    `已检查：${NPM} 通过（在最后一次修改之后）`,
  ]);
  assert.match(
    said(engine.messages())[0] ?? '',
    /If your change caused it, fix it; if not, change nothing and say so in one line\.$/,
    'the model is asked in English',
  );
});

test('VER-5 VER-7 with no retry left the turn ends and reports the failure', async () => {
  const scripts = [1, 2, 3].flatMap((at) => [edit('src/a.ts'), answer(`Try ${at}.`)]);
  const engine = verifyingEngine(scripts, [{ exitCode: 1, stdout: 'not ok 1 - adds' }]);

  const state = await engine.turn(engine.input('fix it'));

  assert.deepEqual(noticesOf(engine.events).slice(-2), [
    `Auto verification failed: ${NPM} (exit 1). No retries left (2).`,
    `failed: ${NPM} exit 1 (after the last edit)`,
  ]);
  assert.deepEqual([state.stop, engine.lines.length, said(engine.messages()).length], ['answered', 3, 2]);
});

test('VER-5 workflow.max_verify_attempts is the limit; 0 runs no check', async () => {
  const one = verifyingEngine(
    [edit('a.ts'), answer('One.'), edit('a.ts'), answer('Two.')],
    [{ exitCode: 1, stdout: 'not ok' }],
    { settings: { workflow: { max_verify_attempts: 1 } } },
  );
  await one.turn(one.input('fix it'));
  assert.equal(one.lines.length, 2);

  const none = verifyingEngine([edit('a.ts'), answer('One.')], [], {
    settings: { workflow: { max_verify_attempts: 0 } },
  });
  await none.turn(none.input('fix it'));
  assert.deepEqual([none.lines, noticesOf(none.events)], [[], ['not checked since a.ts changed']]);
});

test('VER-5 if the model is asked to fix a failure and changes nothing, no second check runs', async () => {
  const engine = verifyingEngine(
    [edit('a.ts'), answer('Changed.'), answer('It cannot be fixed.')],
    [{ exitCode: 1, stdout: 'not ok 1' }],
  );

  await engine.turn(engine.input('fix it'));

  assert.equal(engine.lines.length, 1);
  assert.equal(noticesOf(engine.events).at(-1), `failed: ${NPM} exit 1 (after the last edit)`);
});

for (const [name, run, why] of [
  ['a missing program', { exitCode: 127, stderr: 'sh: npm: not found' }, 'a program it needs is not installed'],
  ['a missing dependency', { exitCode: 1, stderr: "Cannot find module 'left-pad'" }, 'a dependency is missing'],
  ['no tests', { exitCode: 1, stdout: 'No tests found, exiting with code 1' }, 'there are no tests to run'],
  ['a time-out', { exitCode: 124, timedOut: true }, 'it hit the time limit (safety.command_timeout_ms)'],
] as const) {
  test(`VER-5 a turn that cannot be verified (${name}) gets a best-effort warning and no retry`, async () => {
    const engine = verifyingEngine([edit('src/a.ts'), answer('Changed.')], [run]);

    const state = await engine.turn(engine.input('fix it'));

    assert.deepEqual(noticesOf(engine.events), [
      `Auto verification: ${NPM}`,
      `Auto verification (best-effort): ${NPM} says nothing about the change: ${why}. It is not retried.`,
      'not checked since src/a.ts changed',
    ]);
    assert.deepEqual([state.stop, said(engine.messages()), engine.lines.length], ['answered', [], 1]);
  });
}

test('VER-4 a turn without a known check produces exactly these notices, in both languages', async () => {
  const project: Machine['project'] = async () => ({ names: ['main.c'], configuresPytest: false });
  const engine = verifyingEngine([edit('main.c'), answer('Changed.')], [], { machine: { project } });
  await engine.turn(engine.input('fix it'));
  assert.deepEqual(noticesOf(engine.events), [
    'Auto verification not run: no known check for this project; name one in workflow.verify_commands.',
    'not checked since main.c changed',
  ]);
  assert.deepEqual(engine.lines, []);

  const chinese = verifyingEngine([edit('main.c'), answer('好了。')], [], {
    machine: { project },
    words: zhCn,
  });
  await chinese.turn(chinese.input('修一下'));
  assert.deepEqual(noticesOf(chinese.events), [
    '未执行自动验证：没有适用于此项目的检查命令；可在 workflow.verify_commands 中指定。',
    'main.c 修改后尚未检查',
  ]);
});

test('VER-3 the person’s own check can be any command; a project’s check must be a known one', async () => {
  const named = verifyingEngine([edit('src/a.ts'), answer('Changed.')], [{ exitCode: 0 }]);
  await named.turn(named.input('fix it and verify with `make check`'));
  assert.deepEqual([named.lines, named.asked], [['make check'], ['write', 'bash']]);

  const own = verifyingEngine([edit('src/a.ts'), answer('Changed.')], [{ exitCode: 0 }], {
    settings: { workflow: { verify_commands: ['just ci --fast'] } },
  });
  await own.turn(own.input('fix it'));
  assert.deepEqual(own.lines, ['just ci --fast']);

  const projects = verifyingEngine([edit('src/a.ts'), answer('Changed.'), edit('src/b.ts'), answer('Again.')], [], {
    settings: { workflow: { verify_commands: ['npm run test'], hasOwnCommands: false } },
  });
  await projects.turn(projects.input('fix it'));
  await projects.turn({ ...projects.input('more'), turn: 'turn_2' });
  assert.deepEqual(projects.lines, []);
  const [first, ...others] = noticesOf(projects.events);
  assert.match(
    first ?? '',
    /^Auto verification not run: "npm run test" in the project's settings is not a known check \(.*\)\. Did you mean "/,
  );
  assert.deepEqual(others, ['not checked since src/a.ts changed', 'not checked since src/b.ts changed'], 'said once');
});

test('VER-1 no check runs for documents, if the person declines, or in a mode without bash', async () => {
  const documents = verifyingEngine([edit('docs/a.md'), answer('Written.')], []);
  await documents.turn(documents.input('describe it'));
  assert.deepEqual(noticesOf(documents.events), ['not checked since docs/a.md changed']);

  const declined = verifyingEngine([edit('a.ts'), answer('Changed.')], []);
  await declined.turn(declined.input('fix it, no need to run the tests'));
  assert.equal(noticesOf(declined.events)[0], 'Auto verification not run: you asked for none.');

  const engine = verifyingEngine([edit('a.ts'), answer('Changed.')], []);
  const input = engine.input('fix it');
  await engine.turn({ ...input, mode: { ...input.mode, off: ['bash'] } });
  assert.equal(noticesOf(engine.events)[0], 'Auto verification not run: bash is off in test mode.');
});

test('VER-1 a mode that verifies when asked does so only then', async () => {
  const asked = verifyingEngine([edit('a.ts'), answer('Changed.')], [{ exitCode: 0 }]);
  const input = asked.input('fix it and verify');
  await asked.turn({ ...input, mode: { ...input.mode, verify: 'when-asked' } });
  const silent = verifyingEngine([edit('a.ts'), answer('Changed.')], [{ exitCode: 0 }]);
  const other = silent.input('fix it');
  await silent.turn({ ...other, mode: { ...other.mode, verify: 'when-asked' } });
  assert.deepEqual([asked.lines, silent.lines], [[NPM], []]);
});

test('VER-7 checks that the model ran itself count and are not repeated', async () => {
  const engine = verifyingEngine([edit('a.ts'), shell(NPM), answer('Done.')], [{ exitCode: 0 }]);
  await engine.turn(engine.input('fix it'));
  assert.deepEqual([engine.lines, noticesOf(engine.events)], [[NPM], [`checked: ${NPM} ok (after the last edit)`]]);

  const other = verifyingEngine([edit('a.ts'), shell('npx tsc'), answer('Done.')], [{ exitCode: 2 }], {
    settings: { workflow: { auto_verify_after_edit: false } },
  });
  await other.turn(other.input('fix it'));
  assert.deepEqual(noticesOf(other.events), ['failed: npx tsc exit 2 (after the last edit)']);
});

test('VER-7 an edit after the check, or an exit code hidden by a pipe, leaves the files unchecked', async () => {
  const off = { settings: { workflow: { auto_verify_after_edit: false } } };
  const stale = verifyingEngine([edit('a.ts'), shell('npm test'), edit('b.ts'), answer('Done.')], [], off);
  await stale.turn(stale.input('fix it'));
  assert.deepEqual(noticesOf(stale.events), ['not checked since b.ts changed']);

  const hidden = verifyingEngine([edit('a.ts'), shell('npm test | tail -3'), answer('Done.')], [], off);
  await hidden.turn(hidden.input('fix it'));
  assert.deepEqual(noticesOf(hidden.events), ['not checked since a.ts changed']);
});

test('VER-1 a turn that changed nothing prints no notice', async () => {
  const engine = verifyingEngine([answer('It adds up.')], []);
  await engine.turn(engine.input('explain it'));
  assert.deepEqual(noticesOf(engine.events), []);
});

test('VER-8 failures from before the turn are recognised and not sent to the model to fix', async () => {
  const old = 'not ok 1 - old';
  const engine = verifyingEngine([edit('a.ts'), answer('Changed.')], [{ exitCode: 1, stdout: old }], {
    settings: { workflow: { verify_baseline: true } },
  });
  await engine.turn(engine.input('rename it'));
  assert.deepEqual(noticesOf(engine.events), [
    `Before the first edit, for comparison: ${NPM}`,
    `Auto verification: ${NPM}`,
    `Auto verification failed: ${NPM} (exit 1), as it did before this turn; nothing new fails.`,
    `failed: ${NPM} exit 1 (after the last edit, as before this turn)`,
  ]);
  assert.deepEqual(said(engine.messages()), []);
});

test('VER-8 a new failure is sent to the model, with older ones marked as such', async () => {
  const engine = verifyingEngine(
    [edit('a.ts'), answer('Changed.'), edit('a.ts'), answer('Fixed.')],
    [
      { exitCode: 1, stdout: 'not ok 1 - old' },
      { exitCode: 1, stdout: 'not ok 1 - old\nnot ok 2 - new' },
      { exitCode: 1, stdout: 'not ok 1 - old' },
    ],
    { settings: { workflow: { verify_baseline: true } } },
  );
  await engine.turn(engine.input('rename it'));
  assert.match(
    said(engine.messages())[0] ?? '',
    /Failed before your change, leave them alone:\n- old\n\nnot ok 1 - old\nnot ok 2 - new/,
  );
  assert.equal(noticesOf(engine.events).at(-1), `failed: ${NPM} exit 1 (after the last edit, as before this turn)`);
});

test('VER-8 the baseline runs once per state of the tree, and not for documents', async () => {
  const scripts = [edit('a.ts'), answer('One.'), edit('b.ts'), answer('Two.'), edit('a.md'), answer('Three.')];
  const engine = verifyingEngine(scripts, [{ exitCode: 0 }], {
    settings: { workflow: { verify_baseline: true } },
  });
  for (const prompt of ['one', 'two', 'three']) await engine.turn(engine.input(prompt));
  assert.equal(noticesOf(engine.events).filter((title) => title.startsWith('Before the first edit')).length, 1);
  assert.equal(engine.lines.length, 3, 'one baseline, two checks');
});

test('VER-2 C3 if a turn changed what the check runs, the check needs approval', async () => {
  const engine = verifyingEngine([edit('package.json'), answer('Changed.')], [{ exitCode: 0 }]);
  await engine.turn(engine.input('fix it'));
  assert.deepEqual(engine.asked, ['write', 'bash']);

  const alone = verifyingEngine([edit('package.json'), answer('Changed.')], [{ exitCode: 0 }], {
    settings: {
      tables: {
        ...engine.engine.settings.tables,
        presets: { test: { name: 'test', rules: { '*': 'allow' }, bash: { '*': 'ask' }, readOnlyRuns: true } },
      },
      approval: { autoApprove: false, attended: false, onRisk: 'deny' },
    },
  });
  const state = await alone.turn(alone.input('fix it'));
  assert.match(
    noticesOf(alone.events)[1] ?? '',
    /^Auto verification not run: npm test -- --watch=false: This needs approval/,
  );
  assert.deepEqual([alone.lines, state.stop, state.refused], [[], 'answered', false]);
});

test('VER-2 MODE-6 a person’s rule that denies or asks about the check applies', async () => {
  for (const [verdict, lines] of [
    ['deny', []],
    ['ask', [NPM]],
  ] as const) {
    const engine = verifyingEngine([edit('a.ts'), answer('Changed.')], [{ exitCode: 0 }]);
    const preset = {
      name: 'test',
      rules: { '*': 'allow' },
      bash: { '*': 'ask', 'npm test *': verdict },
      readOnlyRuns: true,
    } as const;
    const { settings } = engine.engine;
    const tables = { ...settings.tables, presets: { test: preset } };
    const stricter = { ...engine.engine, settings: { ...settings, tables } };
    await runTurn(engine.input('fix it'), engine.live, stricter, never);
    assert.deepEqual(engine.lines, lines, verdict);
    assert.deepEqual(engine.asked, verdict === 'ask' ? ['bash'] : [], verdict);
  }
});

test('ESC-1 a cancel while the check runs ends the turn as cancelled', async () => {
  const controller = new AbortController();
  const bash = scriptedShell([{ exitCode: 1 }]);
  const stopping = {
    ...bash,
    execute: async () => {
      controller.abort();
      return { status: 'cancelled' as const, error: 'cancelled' };
    },
  };
  const engine = verifyingEngine([edit('a.ts'), answer('Changed.')], []);
  const tools = new Map([...engine.engine.tools, ['bash', stopping]]);
  const state = await runTurn(engine.input('fix it'), engine.live, { ...engine.engine, tools }, controller.signal);
  assert.deepEqual([state.stop, said(engine.messages())], ['cancelled', []]);
});

test('VER-7 notices about checks are in the session’s log, for the person only', async () => {
  const engine = verifyingEngine([edit('a.ts'), answer('Changed.')], [{ exitCode: 0 }]);
  await engine.turn(engine.input('fix it'));
  const notes = engine.live.log.entries.flatMap((entry) =>
    entry.type === 'message' && entry.message.role === 'note' ? [entry.message] : [],
  );
  assert.deepEqual(notes.at(-1), { role: 'note', text: `checked: ${NPM} ok (after the last edit)`, audience: 'user' });
});

test('VER-5 VER-7 a fix made by a command is verified again, and a command after the check makes it stale', async () => {
  const repaired = verifyingEngine(
    [edit('a.ts'), answer('Changed.'), shell('sed -i s/a/b/ a.ts'), answer('Fixed.')],
    [{ exitCode: 1, stdout: 'not ok 1' }, { exitCode: 0 }],
  );
  await repaired.turn(repaired.input('fix it'));
  assert.deepEqual(repaired.lines, [NPM, 'sed -i s/a/b/ a.ts', NPM]);
  assert.equal(noticesOf(repaired.events).at(-1), `checked: ${NPM} ok (after the last edit)`);

  const stale = verifyingEngine([edit('a.ts'), shell('npm test'), shell('git checkout a.ts'), answer('Done.')], [], {
    settings: { workflow: { auto_verify_after_edit: false } },
  });
  await stale.turn(stale.input('fix it'));
  assert.deepEqual(noticesOf(stale.events), ['not checked since "git checkout a.ts" ran']);
});

test('VER-1 VER-7 MODE-5 a sub-agent’s changes are verified and reported once, by the turn it works for', async () => {
  const engine = verifyingEngine(
    [[call('t1', 'task', {}), callsEnd], edit('package.json'), answer('Child done.'), answer('Parent done.')],
    [{ exitCode: 0 }],
  );
  const task = defineTool({
    name: 'task',
    description: 'Runs a sub-agent.',
    effect: 'none',
    permission: 'task',
    input: s.object({}),
    execute: async (_args, { delegate }) => ok({ ...(await delegate('worker', 'change it')) }),
    view: () => ({ title: 'task' }),
  });
  const worker = { name: 'worker', summary: '', kind: 'sub' as const, off: [], prompt: 'Work.' };
  const { settings } = engine.engine;
  const tables = { ...settings.tables, agents: { ...settings.tables.agents, worker } };
  const delegating: Engine = {
    ...engine.engine,
    settings: { ...settings, tables },
    tools: new Map([...engine.engine.tools, ['task', task]]),
    delegate: (work, live, signal) => runSubagent(work, live, delegating, signal),
  };

  await runTurn(engine.input('fix it'), engine.live, delegating, never);

  assert.deepEqual(noticesOf(engine.events), [`Auto verification: ${NPM}`, `checked: ${NPM} ok (after the last edit)`]);
  assert.deepEqual(engine.asked, ['write', 'bash'], 'it changed what the check runs, so the check is asked about');
});

test('VER-9 APR-10 coder does not run a command that the person refused', async () => {
  for (const [why, line] of [
    [undefined, NPM],
    ['do not run anything', 'make install'],
  ] as const) {
    const engine = verifyingEngine([shell(line), edit('a.ts'), answer('Edited.'), edit('b.ts'), answer('More.')], []);
    engine.answerWith((request) =>
      request.kind === 'approval' && request.call.name === 'bash'
        ? { kind: 'approval', choice: 'no', ...(why && { why }) }
        : { kind: 'approval', choice: 'yes' },
    );
    await engine.turn(engine.input('fix it'));
    const expected = why ? `you said "${why}".` : `you refused "${NPM}" in this session.`;
    assert.deepEqual(noticesOf(engine.events), [
      `Auto verification not run: ${expected}`,
      'not checked since a.ts changed',
    ]);
    if (!why) {
      await engine.turn({ ...engine.input('more'), turn: 'turn_2' });
      assert.equal(noticesOf(engine.events).length, 3, 'nor in the next turn, and it is not said again');
    }
    assert.deepEqual(engine.lines, []);
  }
});

test('VER-9 a refused check is not asked about again in the session', async () => {
  const engine = verifyingEngine([edit('a.ts'), answer('One.'), edit('b.ts'), answer('Two.')], []);
  const asked: string[] = [];
  engine.answerWith((request) => {
    if (request.kind !== 'approval') return { kind: 'cancelled' };
    asked.push(request.call.name);
    return { kind: 'approval', choice: request.call.name === 'bash' ? 'no' : 'yes' };
  });
  await engine.turn(engine.input('fix it'));
  await engine.turn({ ...engine.input('more'), turn: 'turn_2' });
  assert.deepEqual([asked, engine.lines], [['write', 'bash', 'write'], []]);
});

const openEdits = {
  name: 'test',
  rules: { '*': 'allow' },
  bash: { '*': 'ask' },
  readOnlyRuns: true,
} as const;

test('VER-9 in modes that edit without asking the check runs too, until the session changes what the check runs', async () => {
  const scripts = ['a.ts', 'test/a.test.ts', 'b.ts', 'test/a.test.ts'].flatMap((path) => [edit(path), answer('Done.')]);
  let content = 'first';
  const contentMark = async () => content;
  const engine = verifyingEngine(scripts, [{ exitCode: 0 }], {
    settings: { tables: { modes: {}, agents: {}, presets: { test: openEdits } } },
    machine: {
      contentMark,
      project: async () => ({ names: ['package.json'], testScript: 'vitest', configuresPytest: false }),
    },
  });
  const asked: number[] = [];
  for (const prompt of ['one', 'two', 'three', 'four']) {
    if (prompt === 'four') content = 'second';
    await engine.turn({ ...engine.input(prompt), turn: prompt });
    asked.push(engine.asked.length);
  }
  assert.deepEqual(asked, [0, 1, 1, 2], 'once for what the changed test holds');
  assert.equal(engine.lines.length, 4);
});

test('MDL-7 the model’s own check command is preferred, and no check runs after one that passed', async () => {
  const line = 'PYTHONPATH=src python3 -m pytest -q tests';
  const passed = verifyingEngine([edit('a.py'), shell(line), answer('Done.')], [{ exitCode: 0 }]);
  await passed.turn(passed.input('fix it'));
  assert.deepEqual([passed.lines, noticesOf(passed.events)], [[line], [`checked: ${line} ok (after the last edit)`]]);

  const stale = verifyingEngine([shell(`${line} 2>&1 | tail -5`), edit('a.py'), answer('Done.')], [{ exitCode: 0 }]);
  await stale.turn(stale.input('fix it'));
  assert.deepEqual(stale.lines, [`${line} 2>&1 | tail -5`, line]);

  const noted = verifyingEngine([edit('a.py'), answer('Done.')], [{ exitCode: 0 }], {
    machine: {
      project: async () => ({ names: ['setup.py'], agentNotes: `Run \`${line}\`.`, configuresPytest: true }),
    },
  });
  await noted.turn(noted.input('fix it'));
  assert.deepEqual(noted.lines, [line]);
});

test('MDL-7 failures seen by the model or left by the previous turn are not blamed on the change', async () => {
  const red = { exitCode: 1, stdout: 'not ok 1 - old' };
  const seen = verifyingEngine([shell('npm test'), edit('a.ts'), answer('Done.')], [red]);
  await seen.turn(seen.input('fix it'));
  assert.deepEqual([said(seen.messages()), seen.lines], [[], ['npm test', 'npm test']]);

  const turns = [edit('a.ts'), answer('One.'), answer('Not mine.'), edit('b.ts'), answer('Two.')];
  const left = verifyingEngine(turns, [red]);
  await left.turn(left.input('fix it'));
  await left.turn({ ...left.input('more'), turn: 'turn_2' });
  assert.deepEqual([said(left.messages()).length, left.lines.length], [1, 2]);
  assert.equal(noticesOf(left.events).at(-1), `failed: ${NPM} exit 1 (after the last edit, as before this turn)`);
});
