/** A test is found by its path: it mirrors a file or folder of src, or is listed as covering more than one. */

import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));

/** Tests of the product as a whole, and of the repository itself. */
const APART = [/^scenarios\//, /^outside\//, /^long\//, /^[\w-]+$/];

/** The subject of each test that no single file of src corresponds to. */
const ACROSS: Record<string, string> = {
  'app/terminals': 'interactive programs through the assembled agent',
  'commands/languages': 'answers of commands in both languages',
  'core/call/refusal-language': 'refusals in both languages',
  'frontends/demo/terminal': 'the demo in a real terminal',
  'frontends/tty/stream-cost': 'what drawing a long answer costs',
  'host/checkpoint/undo-property': 'undo after random changes',
  'policy/bash-agrees': 'words against bash itself',
  'policy/fuzz': 'random lines, word by word against what shells do',
  'policy/more-shell-cases': 'labelled lines',
  'policy/own-lines': 'labelled lines',
  'policy/properties': 'random lines',
  'policy/shell-cases': 'labelled lines',
  'policy/strace': 'lines called read-only against the kernel',
  'policy/tricks': 'lines that once slipped through',
  'providers/official-clients': 'our servers against the vendors’ clients',
  'providers/proxy': 'requests through a proxy',
  'providers/stream-faults-connection': 'faults of a connection, by number',
  'providers/stream-faults-content': 'faults inside an answer, by number',
  'providers/stream-faults-framing': 'faults of the framing, by number',
  'providers/stream-faults-protocols': 'the same faults in every protocol',
  'providers/stream-faults-status': 'refusals by status, by number',
  'providers/stream-fuzz': 'mutated streams',
  'providers/switch-provider': 'a conversation that changes its protocol',
  'tools/copy': 'what read shows, copied into edit',
  'tools/edit/oracle': 'real hunks, distorted as models distort them',
};

const tests = globSync('**/*.test.ts', { cwd: join(project, 'test') }).map((file) => file.replace(/\.test\.ts$/, ''));

test('every test file mirrors src, is in a folder apart, or is listed with its subject', () => {
  const mirrors = (file: string): boolean =>
    existsSync(join(project, 'src', `${file}.ts`)) || existsSync(join(project, 'src', file));
  const lost = tests.filter((file) => !APART.some((folder) => folder.test(file)) && !mirrors(file));
  assert.deepEqual(lost.filter((file) => !(file in ACROSS)).sort(), []);
});

test('every test file in the list exists', () => {
  assert.deepEqual(
    Object.keys(ACROSS).filter((file) => !tests.includes(file)),
    [],
  );
});
