/** Changes made to sources for the bundle do not change what they do. */

import assert from 'node:assert/strict';
import type { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import type { StringDecoder } from 'node:string_decoder';
import { test } from 'node:test';
import { withAsciiPatterns } from '../scripts/eager/ascii-patterns.ts';
import { compiledAhead } from '../scripts/eager/compile-ahead.ts';
import { take, takeLate } from '../scripts/eager/taken.ts';

const SOURCE = `import { join } from 'node:path';
const early = outer.name; // a declaration is known before it is written
export function outer(a: number): string {
  return inner(a) + [1, 2].map((n) => n * 2).join() + shapes.area(a);
  function inner(b: number): string { return join('x', String(b)); }
}
const shapes = { area(side = 2) { return side ** 2; }, async later() { return 1; } };
export const result = [early.length, outer(3), (await shapes.later()) + 1];
`;

test('a function that is compiled ahead is put in parentheses at the start of its scope, and does the same', async () => {
  const all = new Set(['outer', 'outer/#1', 'outer/inner', 'area', 'later']);
  const text = compiledAhead('a.ts', SOURCE, all);
  assert.match(text, /^import .*\n.*export var outer = \(function outer\(/m);
  assert.match(text, /var inner = \(function inner\(/);
  assert.match(text, /\.map\(\(\(n\) => n \* 2\)\)/);
  assert.match(text, /area: \(function \(side = 2\)/);
  assert.match(text, /later: \(async function \(\)/);
  assert.deepEqual(await resultOf(text), await resultOf(SOURCE));
});

test('a function that shares its name with another keeps it', () => {
  const text = compiledAhead('a.ts', 'const a = { f() {} };\nfunction f() {}\n', new Set(['f', 'f#2']));
  assert.match(text, /var f = \(function f\(\) \{\}\);/);
});

test('functions that are not named stay unchanged', () => {
  assert.equal(compiledAhead('a.ts', SOURCE, new Set(['outer/inner', 'nothing'])), SOURCE);
});

test('patterns are written with escapes; texts are left to the bundler', () => {
  const text = 'const a = /[，。]\\s/u, b = String.raw`用${a.source}（`, c = "用";';
  const ascii = 'const a = /[\\uff0c\\u3002]\\s/u, b = String.raw`\\u7528${a.source}\\uff08`, c = "用";';
  assert.equal(withAsciiPatterns('a.ts', text), ascii);
});

async function resultOf(text: string): Promise<unknown> {
  const code = encodeURIComponent(stripTypeScriptTypes(text));
  const { result } = (await import(`data:text/javascript,${code}`)) as { result: unknown };
  return result;
}

test('a function of a Node module is taken at once or when it is first called', (t) => {
  const ask = t.mock.method(process, 'getBuiltinModule');
  assert.equal(take('node:path', 'join'), join);
  assert.equal(take('node:path', 'dirname'), dirname);
  assert.equal(ask.mock.callCount(), 1);

  const hash = takeLate('node:crypto', 'createHash') as typeof createHash;
  const decoder = takeLate('node:string_decoder', 'StringDecoder') as typeof StringDecoder;
  assert.equal(ask.mock.callCount(), 1);
  assert.equal(hash('md5').update('a').digest('hex'), '0cc175b9c0f1b6a831c399e269772661');
  assert.equal(new decoder('utf8').end(Buffer.from('a')), 'a');
  assert.equal(ask.mock.callCount(), 3);

  Object.assign(process, { getBuiltinModule: undefined }); // as in a Node that is too old
  assert.equal(take('node:zlib', 'gzipSync'), undefined);
});
