/** What a person reads is in the words, in every language: no other code says something in English. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { englishSaid } from './fixtures/english-said.ts';

const project = fileURLToPath(new URL('..', import.meta.url));

/** Layers that may use the words. Those below name their sentences (`src/base/named-text.ts`), or answer the model. */
const LAYERS = 'src/{app,commands,config,frontends,integrations,providers,session,subcommands}/**/*.ts';

/** Files with English of their own, and who reads it. */
const NOT_FOR_PEOPLE: Readonly<Record<string, string>> = {
  'src/app/fleet/finish-job.ts': 'programs: the result of a job',
  'src/app/fleet/job-patch.ts': 'programs: the result of a job',
  'src/app/fleet/pool.ts': 'programs: the result of a job',
  'src/app/isolated-agent.ts': 'the model: the report of a sub-agent',
  'src/app/person/editor-files.ts': 'the model: why a file was not changed',
  'src/frontends/acp/client-files.ts': 'the model: why a file was not changed',
  'src/frontends/headless/follow-job.ts': 'programs: the result of a job',
  'src/frontends/headless/job.ts': 'programs and the model: the result of a job, and what its answer must be',
  'src/integrations/lsp/code-questions.ts': 'the model: results of tools',
  'src/integrations/lsp/connection.ts': 'no one: the server was ended by coder',
  'src/integrations/lsp/running-servers.ts': 'the model: results of tools',
  'src/providers/wire/assemble-calls.ts': 'the model: why its call was not run',
  'src/providers/wire/body-chunks.ts': 'no one: the code of the error is what counts',
  'src/providers/wire/check-arguments.ts': 'the model: why its call was not run',
  'src/providers/wire/endpoint-provider.ts': 'no one: the code of the error is what counts',
  'src/subcommands/import/opencode.ts': 'the name of a key',
};

const said = new Map(
  globSync(LAYERS, { cwd: project }).map((file) => [
    file,
    englishSaid(file, readFileSync(join(project, file), 'utf8')).map(({ line, text }) => `${file}:${line}: ${text}`),
  ]),
);

test('CLI-1 no code outside the words says an English sentence to a person', () => {
  assert.ok(said.size > 300);
  const wrong = [...said].filter(([file]) => !(file in NOT_FOR_PEOPLE)).flatMap(([, texts]) => texts);
  assert.deepEqual(wrong, [], 'make these faults (src/words/fault.ts), or list who reads them');
});

test('every file that is listed has English of its own', () => {
  const idle = Object.keys(NOT_FOR_PEOPLE).filter((file) => (said.get(file) ?? []).length === 0);
  assert.deepEqual(idle, [], 'remove these from the list');
});

test('in Chinese, too, a folder has one name', () => {
  const files = globSync('src/{words/zh-cn,commands,subcommands}/**/*.ts', { cwd: project });
  assert.ok(files.length > 50);
  const wrong = files.filter((file) => readFileSync(join(project, file), 'utf8').includes('文件夹'));
  assert.deepEqual(wrong, [], 'use 目录');
});

test('English is found in errors, problems and output, and not elsewhere', () => {
  const source = [
    "throw new CoderError('usage', `${option} needs a value`);",
    "if (!found) return { problem: 'it was not found' };",
    'fail(isBad ? `the file ${name} is bad` : say.usage, 2);',
    "const why = [a, 'not read at all'].join('; ');",
    "process.stderr.write('nothing to do here\\n');",
    // not said: a name, a comparison, the model's text, words in every language, a code
    "if (message.includes('not a git repository')) throw new CoderError('no-git', messageOf(error));",
    "return failed('The file does not exist.');",
    "export const own = defineWords({ en: { gone: 'it is gone' }, 'zh-CN': { gone: '已不在' } });",
    "defineCommand({ name: 'x', words: { en: { why: 'as it is' }, 'zh-CN': { why: '如此' } }, run() { fail('not like this', 1); } });",
  ];
  assert.deepEqual(
    source.map((line) => englishSaid('a.ts', line).map(({ text }) => text)),
    [
      ['… needs a value'],
      ['it was not found'],
      ['the file … is bad'],
      ['not read at all'],
      ['nothing to do here\n'],
      [],
      [],
      [],
      ['not like this'],
    ],
  );
});
