import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findCustomCommands } from '../../src/integrations/custom-commands.ts';
import { faultTexts } from '../fixtures/fault-texts.ts';

test('EXT-2 each Markdown file is a command; the project comes first, built-in names are reserved, broken files are reported', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'coder-commands-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [project, user] = [join(root, 'project'), join(root, 'user')];
  mkdirSync(join(project, 'folder.md'), { recursive: true });
  mkdirSync(user);
  writeFileSync(join(project, 'review.md'), '---\ndescription: "Looks at the change"\n---\n\nReview $ARGUMENTS.\n');
  writeFileSync(join(project, 'plain.md'), '# Tidy up\n\nTidy the folder.');
  writeFileSync(join(project, 'help.md'), 'mine');
  writeFileSync(join(project, 'two words.md'), 'x');
  writeFileSync(join(project, 'empty.md'), '---\ndescription: nothing\n---\n');
  writeFileSync(join(project, 'notes.txt'), 'no command');
  writeFileSync(join(user, 'review.md'), 'the user’s own');
  writeFileSync(join(user, 'mine.md'), '\uFEFF---\r\ndescription: >\r\n  in two\r\n  lines\r\n---\r\nDo it.\r\n');
  const folders = [
    { path: project, origin: 'project' as const },
    { path: user, origin: 'user' as const },
    { path: join(root, 'missing'), origin: 'user' as const },
  ];

  const { commands, problems } = await findCustomCommands(folders, (name) => name === 'help');
  assert.deepEqual(
    commands.map(({ name, description, origin, body }) => [name, description, origin, body]),
    [
      ['plain', 'Tidy up', 'project', '# Tidy up\n\nTidy the folder.'],
      ['review', 'Looks at the change', 'project', 'Review $ARGUMENTS.'],
      ['mine', 'in two lines', 'user', 'Do it.'],
    ],
  );
  assert.deepEqual(faultTexts(problems), [
    `${join(project, 'empty.md')} is empty.`,
    `${join(project, 'help.md')}: /help is a built-in command.`,
    `${join(project, 'two words.md')}: a command's name has letters, digits, "-" and "_" only.`,
    `${join(user, 'review.md')}: /review is already defined by ${join(project, 'review.md')}.`,
  ]);
});

test("SEC-5 a project's command is neither read from outside nor sends secrets", async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'coder-commands-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [project, folder] = [join(root, 'project'), join(root, 'project', '.coder', 'commands')];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, 'key.md'), 'PRIVATE');
  writeFileSync(join(project, '.env'), 'KEY=1');
  writeFileSync(join(project, 'a.txt'), 'x');
  symlinkSync('.env', join(project, 'harmless.txt'));
  symlinkSync(join(root, 'key.md'), join(folder, 'a-link.md'));
  writeFileSync(join(folder, 'b-named.md'), 'Look at @.env');
  writeFileSync(join(folder, 'c-linked.md'), 'Look at @harmless.txt please');
  writeFileSync(join(folder, 'd-joined.md'), 'Look at @.e$ARGUMENTSnv');
  writeFileSync(join(folder, 'e-fine.md'), 'Look at @a.txt and ask @someone');
  const { commands, problems } = await findCustomCommands(
    [{ path: folder, origin: 'project', root: project }],
    () => false,
  );
  assert.deepEqual(
    commands.map(({ name }) => name),
    ['e-fine'],
  );
  const at = (name: string) => join(folder, name);
  assert.deepEqual(faultTexts(problems), [
    `${at('a-link.md')} is not read: it leads out of the project, or to a file that may hold secrets.`,
    `${at('b-named.md')} is left out: it would send @.env, which may hold secrets.`,
    `${at('c-linked.md')} is left out: it would send @harmless.txt, which may hold secrets.`,
    `${at('d-joined.md')} is left out: it would send @.env, which may hold secrets.`,
  ]);
  const own = await findCustomCommands([{ path: folder, origin: 'user' }], () => false);
  assert.equal(own.commands.length, 5, 'the person may send what they like');
});

test('EXT-17 commands of other agents: folders become a:b, TOML has its own prompt, hints are kept, broken files are reported', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'coder-commands-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [claude, gemini] = [join(root, '.claude/commands'), join(root, '.gemini/commands')];
  for (const folder of [join(claude, 'git'), join(gemini, 'a/b')]) mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(claude, 'git/fix.md'),
    '---\ndescription: Fixes it\nargument-hint: [issue]\nallowed-tools: Bash(git:*)\n---\nFix $1',
  );
  writeFileSync(join(gemini, 'a/b/c.toml'), 'description = "Deep"\nprompt = """Say {{args}} @{x.md}"""\n');
  writeFileSync(join(gemini, 'broken.toml'), 'prompt = "a"\nb =\n');
  writeFileSync(join(gemini, 'none.toml'), 'description = "no prompt"\n');
  writeFileSync(join(gemini, 'send.toml'), 'prompt = "@{.env}"\n');
  const folders = [claude, gemini].map((path) => ({ path, origin: 'project' as const, root }));
  const { commands, problems } = await findCustomCommands(folders, () => false);
  assert.deepEqual(
    commands.map(({ name, description, form, hint, body }) => [name, description, form, hint, body]),
    [
      ['git:fix', 'Fixes it', 'markdown', 'issue', 'Fix $1'],
      ['a:b:c', 'Deep', 'toml', undefined, 'Say {{args}} @{x.md}'],
    ],
  );
  assert.equal(problems.length, 3);
  assert.match(problems[0]?.text ?? '', /broken\.toml:2: /);
  assert.match(problems[1]?.text ?? '', /none\.toml has no "prompt"/);
  assert.match(problems[2]?.text ?? '', /send\.toml is left out: it would send @\.env/);
});
