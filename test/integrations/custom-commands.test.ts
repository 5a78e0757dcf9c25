import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findCustomCommands } from '../../src/integrations/custom-commands.ts';

test('EXT-2 each Markdown file is a command; the project comes first, built-in names are taken, broken ones are said', async (t) => {
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

  const { commands, problems } = findCustomCommands(folders, (name) => name === 'help');
  assert.deepEqual(
    commands.map(({ name, description, origin, body }) => [name, description, origin, body]),
    [
      ['plain', 'Tidy up', 'project', '# Tidy up\n\nTidy the folder.'],
      ['review', 'Looks at the change', 'project', 'Review $ARGUMENTS.'],
      ['mine', 'in two lines', 'user', 'Do it.'],
    ],
  );
  assert.deepEqual(problems, [
    `${join(project, 'empty.md')} is empty.`,
    `${join(project, 'folder.md')} cannot be read: it should be a text file of up to 64 KB.`,
    `${join(project, 'help.md')}: /help is a built-in command.`,
    `${join(project, 'two words.md')}: a command's name has letters, digits, "-" and "_" only.`,
    `${join(user, 'review.md')}: /review is already defined by ${join(project, 'review.md')}.`,
  ]);
});

test('SEC-5 a command of a project neither comes from outside nor sends secrets', (t) => {
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
  const { commands, problems } = findCustomCommands([{ path: folder, origin: 'project', root: project }], () => false);
  assert.deepEqual(
    commands.map(({ name }) => name),
    ['e-fine'],
  );
  const at = (name: string) => join(folder, name);
  assert.deepEqual(problems, [
    `${at('a-link.md')} is not read: it leads out of the project, or to a file that may hold secrets.`,
    `${at('b-named.md')} is left out: it would send @.env, which may hold secrets.`,
    `${at('c-linked.md')} is left out: it would send @harmless.txt, which may hold secrets.`,
    `${at('d-joined.md')} is left out: it would send @.env, which may hold secrets.`,
  ]);
  const own = findCustomCommands([{ path: folder, origin: 'user' }], () => false);
  assert.equal(own.commands.length, 5, 'the person may send what they like');
});
