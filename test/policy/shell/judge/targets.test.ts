/** The pure part of the blast radius: what a line would delete, move or overwrite. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyseShell } from '../../../../src/policy/shell/judge/analyse.ts';
import { context, ROOT } from '../../fixture.ts';

function targets(line: string): string[] {
  return analyseShell(line, context).targets.map((target) => {
    const what =
      target.kind === 'path'
        ? `${target.path}${target.inside ? '' : ' outside'}`
        : target.kind === 'glob'
          ? `${target.cwd}: ${target.pattern}`
          : target.text;
    return `${target.action}${target.recursive ? ' all of' : ''} ${what}`;
  });
}

const cases: [string, string[]][] = [
  ['ls -la', []],
  ['rm -rf build', [`delete all of ${ROOT}/build`]],
  ['rm a.txt b.txt', [`delete ${ROOT}/a.txt`, `delete ${ROOT}/b.txt`]],
  ['cd src && rm *.ts', [`delete ${ROOT}/src: *.ts`]],
  ['rm -r /tmp/x', ['delete all of /tmp/x outside']],
  ['rm "$X"', ['delete "$X"']],
  ['mv src/a.ts src/b.ts docs', [`move all of ${ROOT}/src/a.ts`, `move all of ${ROOT}/src/b.ts`]],
  ['echo x > notes.txt', [`overwrite ${ROOT}/notes.txt`]],
  ['echo x >> notes.txt', []],
  ['ls > /dev/null', []],
  ['cp data.csv notes.txt', [`overwrite ${ROOT}/notes.txt`]],
  ['cp data.csv new.txt', []],
  ['find build -name "*.o" -delete', [`delete all of ${ROOT}/build`]],
  ['find build -exec rm {} +', [`delete all of ${ROOT}/build`]],
  ['ls | xargs rm -f', ['delete what it is passed']],
  ['git clean -fdx', [`delete all of ${ROOT}`]],
  ['git rm -r src', [`delete all of ${ROOT}/src`]],
  ['sudo timeout 5 rm -rf build', [`delete all of ${ROOT}/build`]],
  ['ssh host rm -rf build', []],
];

for (const [line, expected] of cases) {
  test(`APR-8 targets of ${line}`, () => assert.deepEqual(targets(line), expected));
}
