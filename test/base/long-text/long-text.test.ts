import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextGatherer } from '../../../src/base/long-text/gather-text.ts';
import { jsonPieces } from '../../../src/base/long-text/json-pieces.ts';
import { longField, setText, textIn } from '../../../src/base/long-text/long-field.ts';
import { createLongText, includesText, type LongText } from '../../../src/base/long-text/long-text.ts';
import { maskDeep, maskedWithLength } from '../../../src/base/secrets/mask-deep.ts';
import { createSecretVault } from '../../../src/base/secrets/secret-vault.ts';
import { openLine, sealedPieces, sealLine } from '../../../src/base/text/json-lines.ts';
import { estimateTokens } from '../../../src/base/text/tokens.ts';

function longOf(...pieces: string[]): LongText {
  const builder = createLongText();
  for (const piece of pieces) builder.add(piece);
  return builder.build();
}

/** A part with a long text, and the same as plain data. */
function parts(text: LongText): { long: { type: string; text: string }; plain: { type: string; text: string } } {
  const long = setText({ type: 'text', text: '' }, 'text', text);
  return { long, plain: { type: 'text', text: [...text.slices()].join('') } };
}

const rows = {
  ascii: ['a line\n'.repeat(9000), 'end'],
  wide: ['你好世界'.repeat(9000), '🙂'.repeat(20_000)],
  mixed: ['a — b '.repeat(9000), '你好'.repeat(9000), 'é'.repeat(9000)],
  'half a character': ['abc', 'x\ud83dy', '\ude42'],
};

test('I7 a long text equals its pieces joined, in slices and as a whole', () => {
  for (const [name, pieces] of Object.entries(rows)) {
    const text = longOf(...pieces);
    const whole = pieces.join('');
    assert.equal(text.length, whole.length, name);
    assert.ok([...text.slices()].join('') === whole && text.whole() === whole, name);
    assert.ok(whole.endsWith(text.tail(2)) && text.tail(2).length >= 2 && text.tail(1e9) === whole, name);
    assert.ok(Math.max(...Array.from(text.slices(), ({ length }) => length)) <= 1 << 15, name);
  }
});

test('I7 a short text is found in a long one, also across slices', () => {
  const text = longOf('a'.repeat(40_000), 'key', 'b'.repeat(40_000));
  assert.deepEqual(
    ['key', 'akeyb', 'bk', 'aakeyb'].map((wanted) => includesText(text, wanted)),
    [true, true, false, true],
  );
});

test('I7 a very long gathered text stays bytes', () => {
  const gatherer = createTextGatherer();
  const pieces = Array.from({ length: 12_000 }, (_, index) => `${index} — ${'word '.repeat(20)}🙂`);
  for (const piece of pieces) gatherer.add(piece);
  const taken = gatherer.take();
  assert.ok(typeof taken === 'object' && taken.whole() === pieces.join(''));
  assert.ok(gatherer.isEmpty);
});

test('I7 a field with a long text is read, copied and written like any other', () => {
  const { long, plain } = parts(longOf(...rows.mixed, '"\\\u0007', '\ud800', 'x'.repeat(1_000_000)));
  assert.deepEqual({ ...long }, plain);
  assert.equal(longField({ ...long }), undefined);
  assert.ok(typeof textIn(long) === 'object' && textIn(plain) === plain.text);
  const [value, same] = [long, plain].map((part) => ({ role: 'assistant', content: [part, part], model: 'm' }));
  const json = JSON.stringify(same);
  assert.ok(JSON.stringify(value) === json && [...jsonPieces(value)].join('') === json);
  assert.ok([...sealedPieces(value)].join('') === sealLine(json));
  assert.deepEqual(openLine([...sealedPieces(value)].join('').trimEnd()), same);
  const asItIs = (text: string) => text;
  assert.ok(maskedWithLength(value, asItIs).isLong);
  assert.ok(!maskedWithLength(parts(longOf('short')).long, asItIs).isLong);
});

test('I7 a long text counts as many tokens as the same string', () => {
  for (const pieces of Object.values(rows)) {
    const text = longOf(...pieces, 'and more of it — '.repeat(2000));
    assert.equal(estimateTokens(text), estimateTokens(text.whole()));
  }
});

test('I7 SEC-6 a secret in a long text is hidden like in any other, also across slices; a text without one stays unchanged', () => {
  const value = `${'Q7x-'.repeat(4000)}end`; // longer than the overlap of two parts
  const vaultOf = () => {
    const vault = createSecretVault({ key: () => 'seed' });
    vault.add([
      { name: 'A', value: 'correct-horse-battery' },
      { name: 'B', value },
    ]);
    return vault;
  };
  const kept = [parts(longOf(...rows.mixed)).long];
  assert.equal(maskDeep(kept, vaultOf().mask), kept);
  const body = `${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'.repeat(2)}\n`.repeat(100);
  const key = `-----BEGIN RSA PRIVATE KEY-----\n${body}-----END RSA PRIVATE KEY-----`;
  for (const secret of ['correct-horse-battery', value, `sk-${'a1B2c3D4e5F6'.repeat(6)}`, key]) {
    for (const into of [0, 40]) {
      const before = 'so — '.repeat(7000).slice(0, 32_768 - into); // the slice ends this far into the secret
      const said = `${before}${secret} and so on${' and on'.repeat(5000)}`;
      const { long } = parts(longOf(said.slice(0, 32_768), said.slice(32_768)));
      const [masked] = maskDeep([long], vaultOf().mask);
      assert.ok(masked && longField(masked), 'it stays bytes');
      assert.ok(
        masked.text === vaultOf().mask(said) && !masked.text.includes(secret),
        `${into} of ${secret.slice(0, 20)}`,
      );
    }
  }
});

test('I7 SEC-6 a long text without a safe place to cut is masked as a whole', () => {
  const vault = createSecretVault({ key: () => 'seed' });
  vault.add([{ name: 'A', value: 'correct-horse-battery' }]);
  const { long, plain } = parts(longOf('a'.repeat(400_000), '🙂correct-horse-battery🙂', 'b'.repeat(200_000)));
  assert.ok(maskDeep(long, vault.mask).text === vault.mask(plain.text));
});
