import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeFile, encodeFile, hasStrayBytes, shownText } from '../../../src/base/files/text-file.ts';

const bytesOf = (...values: number[]) => Uint8Array.from(values);
const CHINESE = bytesOf(0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0xca, 0xc0, 0xbd, 0xe7, 0x0a); // 你好，世界
const JAPANESE = bytesOf(0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x0a); // 日本語のテスト
const FRENCH = Buffer.from('d\xe9j\xe0 vu, na\xefve caf\xe9s\n', 'latin1');

const cases: { name: string; bytes: Uint8Array; text: string; encoding: string; bom?: boolean }[] = [
  { name: 'nothing', bytes: bytesOf(), text: '', encoding: 'utf-8' },
  { name: 'ASCII', bytes: Buffer.from('abc\n'), text: 'abc\n', encoding: 'utf-8' },
  { name: 'UTF-8', bytes: Buffer.from('héllo 你好 🎉'), text: 'héllo 你好 🎉', encoding: 'utf-8' },
  { name: 'UTF-8 with a mark', bytes: Buffer.from('\ufeffabc'), text: 'abc', encoding: 'utf-8', bom: true },
  {
    name: 'UTF-16LE',
    bytes: Buffer.from('\ufeffaé🎉\r\n', 'utf16le'),
    text: 'aé🎉\r\n',
    encoding: 'utf-16le',
    bom: true,
  },
  {
    name: 'UTF-16BE',
    bytes: Buffer.from('\ufeffaé\n', 'utf16le').swap16(),
    text: 'aé\n',
    encoding: 'utf-16be',
    bom: true,
  },
  { name: 'GB 18030', bytes: CHINESE, text: '你好，世界\n', encoding: 'gb18030' },
  { name: 'Shift_JIS', bytes: JAPANESE, text: '日本語のテスト\n', encoding: 'shift_jis' },
  { name: 'Windows-1252', bytes: FRENCH, text: 'déjà vu, naïve cafés\n', encoding: 'windows-1252' },
];

describe('TOOL a file is decoded and written back byte for byte', () => {
  for (const { name, bytes, text, encoding, bom = false } of cases) {
    test(name, () => {
      const file = decodeFile(bytes);
      assert.ok(file);
      assert.deepEqual({ text: file.text, encoding: file.encoding, bom: file.bom }, { text, encoding, bom });
      assert.deepEqual(Buffer.from(encodeFile(file, text)), Buffer.from(bytes));
    });
  }
});

describe('TOOL a changed file keeps its encoding', () => {
  const changes: { name: string; bytes: Uint8Array; from: string; to: string; expected: Uint8Array }[] = [
    {
      name: 'UTF-16BE',
      bytes: Buffer.from('\ufeffab', 'utf16le').swap16(),
      from: 'b',
      to: '好',
      expected: Buffer.from('\ufeffa好', 'utf16le').swap16(),
    },
    {
      name: 'GB 18030',
      bytes: CHINESE,
      from: '世界',
      to: '你',
      expected: bytesOf(0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0xc4, 0xe3, 0x0a),
    },
    {
      name: 'GB 18030, four bytes',
      bytes: CHINESE,
      from: '世界',
      to: '🎉',
      expected: bytesOf(0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0x94, 0x39, 0xbd, 0x35, 0x0a),
    },
    {
      name: 'Shift_JIS',
      bytes: JAPANESE,
      from: 'テスト',
      to: '本',
      expected: bytesOf(0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x96, 0x7b, 0x0a),
    },
    {
      name: 'Windows-1252',
      bytes: FRENCH,
      from: 'vu',
      to: 'vu à 5 €',
      expected: Buffer.from('d\xe9j\xe0 vu \xe0 5 \x80, na\xefve caf\xe9s\n', 'latin1'),
    },
  ];
  for (const { name, bytes, from, to, expected } of changes) {
    test(name, () => {
      const file = decodeFile(bytes);
      assert.ok(file);
      assert.deepEqual(Buffer.from(encodeFile(file, file.text.replace(from, to))), Buffer.from(expected));
    });
  }
});

test('TOOL a character that the encoding lacks is refused and named', () => {
  const file = decodeFile(FRENCH);
  assert.ok(file);
  assert.throws(() => encodeFile(file, `${file.text}你`), {
    code: 'encoding',
    message: /windows-1252.*你 \(U\+4F60\)/,
  });
});

test('TOOL bytes that are invalid in UTF-8 survive a change elsewhere', () => {
  const bytes = Buffer.concat([Buffer.from('é ü 好 好 '), bytesOf(0xff, 0xc3), Buffer.from(' end\n')]);
  const file = decodeFile(bytes);
  assert.ok(file);
  assert.equal(file.encoding, 'utf-8');
  assert.equal(hasStrayBytes(file.text), true);
  assert.equal(shownText(file.text), 'é ü 好 好 \ufffd\ufffd end\n');
  const changed = encodeFile(file, file.text.replace('é', 'X').replace('end', 'END'));
  assert.deepEqual(
    Buffer.from(changed),
    Buffer.concat([Buffer.from('X ü 好 好 '), bytesOf(0xff, 0xc3), Buffer.from(' END\n')]),
  );
});

test('TOOL bytes with NUL are not text', () => {
  assert.equal(decodeFile(bytesOf(0x7f, 0x45, 0x4c, 0x46, 0, 1)), undefined);
});

test('TOOL a character in an unusual encoded form keeps its bytes', () => {
  // 0xfa54 and 0x81ca both mean ¬ in Shift_JIS; an encoder has to choose one of them.
  const bytes = Buffer.concat([JAPANESE, bytesOf(0xfa, 0x54, 0x0a), JAPANESE, Buffer.from('x\n')]);
  const file = decodeFile(bytes);
  assert.ok(file);
  assert.equal(file.encoding, 'shift_jis');
  const changed = Buffer.from(encodeFile(file, file.text.replace('x', 'y')));
  assert.deepEqual(changed, Buffer.concat([bytes.subarray(0, -2), Buffer.from('y\n')]));
});

test('TOOL text between two changes keeps its bytes, or nothing is changed', () => {
  const unusual = decodeFile(
    Buffer.concat([Buffer.from('x\n'), JAPANESE, bytesOf(0xfa, 0x54, 0x0a), Buffer.from('x\n')]),
  );
  assert.ok(unusual);
  assert.throws(() => encodeFile(unusual, unusual.text.replaceAll('x', 'y')), { code: 'encoding' });
  const half = decodeFile(Buffer.from('\ufeffx \ud800 x', 'utf16le'));
  assert.ok(half);
  assert.throws(() => encodeFile(half, half.text.replaceAll('x', 'y')), { code: 'encoding' });
  assert.deepEqual(encodeFile(half, half.text.replace('x', 'y')), Buffer.from('\ufeffy \ud800 x', 'utf16le'));
});
