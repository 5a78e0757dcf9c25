import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOutputRing } from '../../../src/host/process/output-ring.ts';

function ringOf(keep: number, ...chunks: (string | Uint8Array)[]) {
  const ring = createOutputRing(keep);
  for (const chunk of chunks) ring.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return ring;
}

test('BASH-3 output that fits is returned unchanged', () => {
  const ring = ringOf(10, 'abc', 'defghi', 'j');
  assert.deepEqual([ring.text(), ring.truncated, ring.total], ['abcdefghij', false, 10]);
  assert.equal(ring.cut, undefined);
});

test('BASH-3 head and tail are kept, a line gives the size of the gap, and the last line says that output was cut', () => {
  const ring = ringOf(16, 'abcdefghij', 'klmnopqrstuvwxyz');
  assert.equal(ring.text(), 'abcdef\n[… 10 bytes left out …]\nqrstuvwxyz\n[output truncated]');
  assert.deepEqual([ring.truncated, ring.total, ring.cut], [true, 26, { line: 2, bytes: 10 }]);
});

test('MDL-3 of 16 KB, 6 go to the head and 10 to the tail, cut at line ends and counted to the byte', () => {
  const all = Array.from({ length: 20_000 }, (_, index) => `${index}\n`).join('');
  const [, head = '', missing, tail = ''] =
    /^([\s\S]*)\[… (\d+) bytes left out …\]\n([\s\S]*)\[output truncated\]$/.exec(ringOf(16_000, all).text()) ?? [];
  assert.ok(all.startsWith(head) && all.endsWith(tail));
  assert.ok(head.endsWith('\n') && head.length > 5_990 && head.length <= 6_000, `${head.length}`);
  assert.ok(/^\d{5}\n/.test(tail) && tail.length > 9_990 && tail.length <= 10_000, `${tail.length}`);
  assert.equal(head.length + Number(missing) + tail.length, all.length);
});

test('MDL-3 a part that is mostly one long line is cut within it', () => {
  const text = ringOf(160, `start\n${'x'.repeat(500)}\nend\n`).text();
  assert.equal(text, `start\n${'x'.repeat(54)}\n[… 351 bytes left out …]\n${'x'.repeat(95)}\nend\n[output truncated]`);
});

test('BASH-3 the text is the same however the bytes are split into chunks', () => {
  const all = Buffer.from(Array.from({ length: 500 }, (_, index) => `line ${index} é漢😀\n`).join(''));
  const expected = ringOf(200, all).text();
  for (const size of [1, 2, 3, 7, 99, 100, 101, 1000]) {
    const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
      all.subarray(index * size, (index + 1) * size),
    );
    assert.equal(ringOf(200, ...chunks).text(), expected, `chunks of ${size}`);
  }
});

test('F3 a cut never splits a character', () => {
  for (let keep = 2; keep < 60; keep += 1) {
    const text = ringOf(keep, 'é漢😀'.repeat(50)).text();
    assert.ok(!text.includes('\ufffd'), `keep ${keep}: ${text}`);
  }
});

test('F3 NUL and invalid UTF-8 are replaced, unless a program reads the output', () => {
  assert.equal(ringOf(100, Uint8Array.of(97, 0, 98, 0xff, 0xfe, 99)).text(), 'a\ufffdb\ufffd\ufffdc');
  const raw = createOutputRing(100, { keepNul: true });
  raw.push(Buffer.from('a\0b'));
  assert.equal(raw.text(), 'a\0b');
});

test('BASH-4 a reader continues where it stopped', () => {
  const ring = ringOf(20, 'one\n');
  const first = ring.since(0);
  ring.push(Buffer.from('two\n'));
  assert.deepEqual(
    [first, ring.since(first.next)],
    [
      { text: 'one\n', next: 4 },
      { text: 'two\n', next: 8 },
    ],
  );
  assert.deepEqual(ring.since(8), { text: '', next: 8 });
  assert.deepEqual(ring.since(1000), { text: '', next: 8 });
});

test('BASH-4 a late reader is told how much is missing', () => {
  const ring = ringOf(8, 'abcdefghijklmnopqrstuvwxyz');
  assert.deepEqual(ring.since(1), { text: 'bc\n[… 18 bytes left out …]\nvwxyz', next: 26 });
  assert.deepEqual(ring.since(8), { text: '[… 13 bytes left out …]\nvwxyz', next: 26 });
  assert.deepEqual(ring.since(23), { text: 'xyz', next: 26 });
});

test('BASH-4 half a character is held back until the rest arrives', () => {
  const [first, second] = [Buffer.from('a漢').subarray(0, 2), Buffer.from('漢').subarray(1)];
  const ring = ringOf(20, first);
  assert.deepEqual(ring.since(0), { text: 'a', next: 1 });
  ring.push(second);
  assert.deepEqual(ring.since(1), { text: '漢', next: 4 });
});

test('F1 memory does not grow with the output', () => {
  const ring = createOutputRing(64 * 1024);
  const chunk = Buffer.alloc(64 * 1024, 'y\n');
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 2000; count += 1) ring.push(chunk);
  assert.ok(process.memoryUsage().arrayBuffers - before < 1024 * 1024);
  assert.ok(ring.text().length < 70_000);
});
