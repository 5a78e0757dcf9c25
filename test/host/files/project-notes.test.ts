import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { projectNotes } from '../../../src/host/files/project-notes.ts';

function places(t: TestContext) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'coder-notes-')));
  t.after(() => rmSync(top, { recursive: true, force: true }));
  const [project, home, outside] = [join(top, 'project'), join(top, 'home'), join(top, 'outside')];
  for (const folder of [join(project, '.git'), join(project, 'lib'), home, outside])
    mkdirSync(folder, { recursive: true });
  return { project, home, outside };
}

const foreign = (path: string) => ({ kind: 'foreign' as const, path });

test('SEC-5 a project’s note that is a link out of the project, or to secrets, is not read', (t) => {
  const { project, home, outside } = places(t);
  writeFileSync(join(outside, 'id_rsa'), 'PRIVATE KEY');
  writeFileSync(join(outside, 'notes.md'), 'plain');
  writeFileSync(join(project, '.env'), 'KEY=1');
  writeFileSync(join(project, '.git', 'config'), 'url = https://token@host');
  const link = join(project, 'AGENTS.md');
  for (const target of [
    join(outside, 'id_rsa'),
    join(outside, 'notes.md'),
    '.env',
    '.git/config',
    '../outside/notes.md',
  ]) {
    rmSync(link, { force: true });
    symlinkSync(target, link);
    assert.deepEqual(
      projectNotes(project, home, []),
      { notes: [], instead: [], problems: [foreign('AGENTS.md')] },
      target,
    );
    assert.deepEqual(projectNotes(join(project, 'lib'), home, []), {
      notes: [],
      instead: [],
      problems: [foreign('../AGENTS.md')],
    });
  }
});

test('CTX-3 a link within the project is read, and so is a file that the person linked in the home folder', (t) => {
  const { project, home, outside } = places(t);
  writeFileSync(join(project, 'CLAUDE.md'), 'of the project');
  symlinkSync('CLAUDE.md', join(project, 'AGENTS.md'));
  writeFileSync(join(outside, 'mine.md'), 'of the person');
  symlinkSync(join(outside, 'mine.md'), join(home, 'AGENTS.md'));
  const { notes, problems } = projectNotes(project, home, [join(outside, 'mine.md')]);
  assert.deepEqual(
    notes.map(({ text }) => text),
    ['of the project', 'of the person', 'of the person'],
  );
  assert.deepEqual(problems, []);
});

test('SEC-5 hidden text in a note is made visible to the model and reported to the person', (t) => {
  const { project, home } = places(t);
  writeFileSync(join(project, 'AGENTS.md'), 'Be kind.\u{e0041}\u202e 👩‍🔬\n');
  const hidden = {
    kind: 'hidden',
    path: 'AGENTS.md',
    characters: ['tags', 'bidi'],
  };
  assert.deepEqual(projectNotes(project, home, []), {
    notes: [
      {
        path: 'AGENTS.md',
        text: 'Be kind.\\u{e0041}\\u{202e} 👩‍🔬\n',
        warning: hidden,
      },
    ],
    instead: [],
    problems: [hidden],
  });
});

test('CTX-1 other agents’ notes are read, folder by folder, if there is no AGENTS.md, and are named', (t) => {
  const { project, home } = places(t);
  writeFileSync(join(project, 'CLAUDE.md'), 'for Claude');
  writeFileSync(join(project, 'GEMINI.md'), 'for Gemini');
  writeFileSync(join(project, 'lib', 'GEMINI.md'), 'in lib');
  const read = (folder: string) => {
    const { notes, instead } = projectNotes(folder, home, []);
    return [notes.map(({ text }) => text), instead];
  };
  assert.deepEqual(read(join(project, 'lib')), [
    ['in lib', 'for Claude'],
    ['GEMINI.md', '../CLAUDE.md'],
  ]);
  writeFileSync(join(project, 'AGENTS.md'), 'for all');
  assert.deepEqual(read(join(project, 'lib')), [['in lib', 'for all'], ['GEMINI.md']]);
  assert.deepEqual(read(project), [['for all'], []]);
});

test('CTX-3 TRUST-1 files that CLAUDE.md names as @path are imported relative to its folder, each once and to a limited depth; words, code and outside paths are not', (t) => {
  const { project, home, outside } = places(t);
  writeFileSync(join(outside, 'secret.md'), 'of another place');
  writeFileSync(join(project, '.env'), 'KEY=1');
  mkdirSync(join(project, 'docs'));
  symlinkSync(join(outside, 'secret.md'), join(project, 'docs', 'link.md'));
  const lines = [
    'See @docs/style.md, and @docs/link.md. Mail me@example.com about @scope/package',
    '@../outside/secret.md @~/.ssh/id_rsa @.env',
    '`@docs/span.md`',
    '```',
    '@docs/code.md',
    '```',
  ];
  writeFileSync(join(project, 'CLAUDE.md'), lines.join('\n'));
  for (const name of ['span', 'code']) writeFileSync(join(project, 'docs', `${name}.md`), 'never');
  writeFileSync(join(project, 'docs', 'style.md'), 'tabs\n@deep0.md\n@../CLAUDE.md');
  for (let depth = 0; depth < 9; depth++)
    writeFileSync(join(project, 'docs', `deep${depth}.md`), `d${depth}\n@deep${depth + 1}.md @style.md`);
  const { notes, problems } = projectNotes(project, home, []);
  assert.deepEqual(
    notes.map(({ path }) => path),
    ['CLAUDE.md', ...['style', 'deep0', 'deep1', 'deep2', 'deep3'].map((name) => `docs/${name}.md`)],
  );
  assert.deepEqual(problems, [foreign('docs/link.md'), foreign('.env')]);
  const some = projectNotes(project, home, [], (path) => !path.endsWith('style.md'));
  assert.deepEqual(
    some.notes.map(({ path }) => path),
    ['CLAUDE.md'],
    'what is not admitted brings nothing in',
  );
  writeFileSync(join(project, 'AGENTS.md'), '@docs/style.md');
  assert.deepEqual(
    projectNotes(project, home, []).notes.map(({ path }) => path),
    ['AGENTS.md'],
  );
});
