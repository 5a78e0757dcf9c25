import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { elapsedMs } from '../../../../src/base/elapsed.ts';
import { type KeyEvent, keyName } from '../../../../src/frontends/tty/input/key-event.ts';
import { createKeyDecoder } from '../../../../src/frontends/tty/input/keys.ts';
import { readKeys } from '../../../../src/frontends/tty/input/read-keys.ts';

function decode(...reads: (string | Uint8Array)[]): KeyEvent[] {
  const decoder = createKeyDecoder(() => 0);
  return reads.flatMap((read) => decoder.feed(read));
}

/** `ctrl+a`, `a:text`, `paste:…`: one line for each event. */
function summary(events: KeyEvent[]): string[] {
  return events.map((event) => {
    switch (event.type) {
      case 'key':
        return keyName(event) + (event.text === undefined ? '' : `:${event.text}`) + (event.repeat ? '*' : '');
      case 'paste':
        return `${event.continues ? 'more-' : ''}paste:${event.text}`;
      case 'mouse':
        return `mouse:${event.action}:${event.button}@${event.column},${event.row}`;
      case 'focus':
        return `focus:${event.focused}`;
      case 'report':
        return `report:${event.kind}`;
    }
  });
}

const KEYS: [bytes: string, ...expected: string[]][] = [
  ['a', 'a:a'],
  ['A', 'shift+a:A'],
  ['?', '?:?'],
  [' ', 'space: '],
  ['中', '中:中'],
  ['é', 'é:é'],
  ['É', 'shift+é:É'],
  ['👍', '👍:👍'],
  ['\x00', 'ctrl+space'],
  ['\x01', 'ctrl+a'],
  ['\x08', 'ctrl+h'],
  ['\t', 'tab'],
  ['\n', 'ctrl+j'],
  ['\r', 'enter'],
  ['\x0c', 'ctrl+l'],
  ['\x1a', 'ctrl+z'],
  ['\x1c', 'ctrl+\\'],
  ['\x1d', 'ctrl+]'],
  ['\x1f', 'ctrl+_'],
  ['\x7f', 'backspace'],
  ['\x1ba', 'alt+a'],
  ['\x1bA', 'alt+shift+a'],
  ['\x1b\r', 'alt+enter'],
  ['\x1b\x7f', 'alt+backspace'],
  ['\x1b\x01', 'ctrl+alt+a'],
  ['\x1b中', 'alt+中'],
  ['\x1b[A', 'up'],
  ['\x1bOB', 'down'],
  ['\x1b[C', 'right'],
  ['\x1bOD', 'left'],
  ['\x1b[H', 'home'],
  ['\x1b[F', 'end'],
  ['\x1bOH', 'home'],
  ['\x1b[1~', 'home'],
  ['\x1b[4~', 'end'],
  ['\x1b[7~', 'home'],
  ['\x1b[8~', 'end'],
  ['\x1b[2~', 'insert'],
  ['\x1b[3~', 'delete'],
  ['\x1b[5~', 'pageup'],
  ['\x1b[6~', 'pagedown'],
  ['\x1bOP', 'f1'],
  ['\x1bOQ', 'f2'],
  ['\x1bOR', 'f3'],
  ['\x1bOS', 'f4'],
  ['\x1b[15~', 'f5'],
  ['\x1b[17~', 'f6'],
  ['\x1b[18~', 'f7'],
  ['\x1b[19~', 'f8'],
  ['\x1b[20~', 'f9'],
  ['\x1b[21~', 'f10'],
  ['\x1b[23~', 'f11'],
  ['\x1b[24~', 'f12'],
  ['\x1b[[A', 'f1'],
  ['\x1b[[E', 'f5'],
  ['\x1b[1;5C', 'ctrl+right'],
  ['\x1b[1;3D', 'alt+left'],
  ['\x1b[1;2A', 'shift+up'],
  ['\x1b[1;6B', 'ctrl+shift+down'],
  ['\x1b[1;9A', 'super+up'],
  ['\x1b[3;5~', 'ctrl+delete'],
  ['\x1b[1;2P', 'shift+f1'],
  ['\x1bO5C', 'ctrl+right'],
  ['\x1b[Z', 'shift+tab'],
  ['\x1b\x1b[D', 'alt+left'],
  ['\x1b\x1bOC', 'alt+right'],
  // rxvt and older terminals.
  ['\x1bOa', 'ctrl+up'],
  ['\x1bOb', 'ctrl+down'],
  ['\x1bOc', 'ctrl+right'],
  ['\x1bOd', 'ctrl+left'],
  ['\x1b[a', 'shift+up'],
  ['\x1b[d', 'shift+left'],
  ['\x1b\x1b[a', 'alt+shift+up'],
  ['\x1bOZ', 'shift+tab'],
  ['\x1b[3^', 'ctrl+delete'],
  ['\x1b[7$', 'shift+home'],
  ['\x1b[8@', 'ctrl+shift+end'],
  ['\x1b[5H', 'ctrl+home'],
  ['\x1b[2D', 'shift+left'],
  ['\x1b[[5~', 'pageup'],
  ['\x1b[[A', 'f1'],
  ['\x1b\x08', 'ctrl+alt+h'],
  ['\x1b\x7f', 'alt+backspace'],
  ['\x1bOM', 'enter'],
  ['\x1bOq', '1:1'],
  ['\x9bA', 'up'],
  // The kitty protocol.
  ['\x1b[97u', 'a:a'],
  ['\x1b[97;5u', 'ctrl+a'],
  ['\x1b[97;3u', 'alt+a'],
  ['\x1b[97:65;2u', 'shift+a:A'],
  ['\x1b[97;2u', 'shift+a:A'],
  ['\x1b[49:33;2u', '1:!'],
  ['\x1b[97;65u', 'a:A'],
  ['\x1b[13;2u', 'shift+enter'],
  ['\x1b[13;5u', 'ctrl+enter'],
  ['\x1b[13u', 'enter'],
  ['\x1b[27u', 'escape'],
  ['\x1b[9;2u', 'shift+tab'],
  ['\x1b[127;3u', 'alt+backspace'],
  ['\x1b[32;5u', 'ctrl+space'],
  ['\x1b[97;1:1u', 'a:a'],
  ['\x1b[97;1:2u', 'a:a*'],
  ['\x1b[97;1:3u'],
  ['\x1b[1;1:3A'],
  ['\x1b[1;5:2A', 'ctrl+up*'],
  ['\x1b[3;1:3~'],
  ['\x1b[57414u', 'enter'],
  ['\x1b[57417u', 'left'],
  ['\x1b[57400u', '1:1'],
  ['\x1b[57441;2u'],
  ['\x1b[1089::99;5u', 'ctrl+c'],
  ['\x1b[1089u', 'с:с'],
  ['\x1b[97;9u', 'super+a'],
  ['\x1b[228;;228u', 'ä:ä'],
  // xterm's modifyOtherKeys.
  ['\x1b[27;2;13~', 'shift+enter'],
  ['\x1b[27;5;97~', 'ctrl+a'],
  ['\x1b[27;6;65~', 'ctrl+shift+a'],
  ['\x1b[27;3;127~', 'alt+backspace'],
  // The mouse and focus.
  ['\x1b[<64;10;5M', 'mouse:wheel-up:0@10,5'],
  ['\x1b[<65;10;5M', 'mouse:wheel-down:1@10,5'],
  ['\x1b[<0;1;2M', 'mouse:press:0@1,2'],
  ['\x1b[<0;1;2m', 'mouse:release:0@1,2'],
  ['\x1b[<35;7;8M', 'mouse:move:3@7,8'],
  ['\x1b[M !!', 'report:unknown'],
  ['\x1b[I', 'focus:true'],
  ['\x1b[O', 'focus:false'],
];

/** Each is followed by a key, which reveals a reply that swallows too much. */
const REPORTS: [bytes: string, kind: string][] = [
  ['\x1b[?1;2c', 'device-attributes'],
  ['\x1b[?62;1;6;9;15;22;29c', 'device-attributes'],
  ['\x1b[>0;276;0c', 'device-attributes'],
  ['\x1b[24;80R', 'cursor-position'],
  ['\x1b[1;2R', 'cursor-position'],
  ['\x1b[?24;80;1R', 'cursor-position'],
  ['\x1b[?0u', 'keyboard-flags'],
  ['\x1b[?31u', 'keyboard-flags'],
  ['\x1b[?2026;2$y', 'mode'],
  ['\x1b[4;1$y', 'mode'],
  ['\x1b[0n', 'status'],
  ['\x1b[?997;1n', 'status'],
  ['\x1b[8;24;80t', 'status'],
  ['\x1b]10;rgb:ffff/ffff/ffff\x1b\\', 'color'],
  ['\x1b]11;rgb:0000/0000/0000\x07', 'color'],
  ['\x1b]4;1;rgb:ffff/0000/0000\x1b\\', 'color'],
  ['\x1b]52;c;eQo=\x07', 'string'],
  ['\x1b]lyes\x1b\\', 'string'],
  ['\x1bP!|00000000\x1b\\', 'string'],
  ['\x1bP>|XTerm(390)\x1b\\', 'string'],
  ['\x1bP1$r0m\x1b\\', 'string'],
  ['\x1bP1+r544e=787465726d\x1b\\', 'string'],
  ['\x1b_Gi=31;OK\x1b\\', 'string'],
  ['\x1b^private\x1b\\', 'string'],
  ['\x9b?1;2c', 'device-attributes'],
  ['\x9d11;rgb:1/2/3\x9c', 'color'],
  ['\x1b[201~', 'unknown'],
  ['\x1b[99;99;99X', 'unknown'],
  ['\x1b[5y', 'mode'],
];

test('IN-7 each key of common terminals is recognised', () => {
  for (const [bytes, ...expected] of KEYS) assert.deepEqual(summary(decode(bytes)), expected, JSON.stringify(bytes));
});

test('D7 a reply of the terminal is a report and never a key', () => {
  for (const [bytes, kind] of REPORTS) {
    assert.deepEqual(summary(decode(`${bytes}y`)), [`report:${kind}`, 'y:y'], JSON.stringify(bytes));
  }
});

test('D7 a reply in raw 8-bit control bytes types nothing', () => {
  assert.deepEqual(summary(decode(Buffer.from([0x9b, 0x3f, 0x31, 0x63]))), ['report:device-attributes']);
  assert.deepEqual(summary(decode(Buffer.from([0xff, 0xc0, 0x61]))), ['a:a']);
});

test('IN-7 keys and replies decode the same wherever their bytes are split', () => {
  for (const [text] of [...KEYS, ...REPORTS]) {
    const bytes = Buffer.from(`\x1bOP${text}\x1bOQ`);
    const whole = decode(bytes);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      assert.deepEqual(decode(bytes.subarray(0, cut), bytes.subarray(cut)), whole, `${JSON.stringify(text)} at ${cut}`);
    }
    assert.deepEqual(decode(...Array.from(bytes, (byte) => Buffer.from([byte]))), whole, JSON.stringify(text));
  }
});

test('IN-7 an ESC is the Esc key after the time-out, and Alt if another key came in time', () => {
  const decoder = createKeyDecoder(() => 0);
  assert.deepEqual(decoder.feed('\x1b'), []);
  assert.equal(decoder.pending, true);
  assert.deepEqual(summary(decoder.flush()), ['escape']);
  assert.equal(decoder.pending, false);
  assert.deepEqual(decoder.flush(), []);
  const rows: [string, string[]][] = [
    ['\x1b\x1b', ['escape', 'escape']],
    ['\x1b[', ['alt+[']],
    ['\x1bO', ['alt+shift+o']],
    ['\x1b]', ['alt+]']],
    ['\x1b\x1b[', ['escape', 'alt+[']],
    ['a\x1b', ['escape']],
  ];
  for (const [bytes, expected] of rows) {
    decoder.feed(bytes);
    assert.deepEqual(summary(decoder.flush()), expected, JSON.stringify(bytes));
  }
  assert.deepEqual(summary(decode('\x1b\x1bx')), ['escape', 'alt+x']);
});

test('D7 an incomplete reply is waited for, then dropped, and the keyboard keeps working', () => {
  let time = 0;
  const decoder = createKeyDecoder(() => time);
  decoder.feed('\x1b]11;rgb:ff');
  time = 50;
  assert.deepEqual(decoder.flush(), []);
  assert.equal(decoder.pending, true);
  assert.deepEqual(summary(decoder.feed('ff/0/0\x07')), ['report:color']);
  decoder.feed('\x1b]11;rgb:ff');
  time = 1200;
  assert.deepEqual(summary(decoder.flush()), ['report:unknown']);
  assert.deepEqual(summary(decoder.feed('a')), ['a:a']);
  decoder.feed('\x1b[?1');
  time = 9000;
  assert.deepEqual(summary(decoder.feed('a')), ['a:a']);
});

test('D7 a reply whose ESC was taken for the Esc key on a slow line still types nothing', () => {
  for (const [bytes, kind] of REPORTS) {
    if (!/^\x1b(?:\[[?>0-9]|\][0-9]|P)/.test(bytes) || bytes === '\x1b[201~') continue;
    const decoder = createKeyDecoder(() => 0);
    decoder.feed('\x1b');
    assert.deepEqual(summary(decoder.flush()), ['escape']);
    assert.deepEqual(summary(decoder.feed(bytes.slice(1))), [`report:${kind}`], JSON.stringify(bytes));
  }
  const decoder = createKeyDecoder(() => 0);
  decoder.feed('\x1b');
  decoder.flush();
  assert.deepEqual(summary(decoder.feed('[A')), ['up']);
  decoder.feed('\x1b[');
  decoder.flush();
  assert.deepEqual(summary(decoder.feed('D')), ['left']);
  for (const typed of ['[', 'P', 'A', '[a', ']x', 'O']) {
    decoder.feed('\x1b');
    decoder.flush();
    assert.deepEqual(
      decoder.feed(typed).map((event) => (event.type === 'key' ? event.text : event.type)),
      typed.split(''),
      typed,
    );
  }
});

test('D7 an endless reply does not grow in memory and still ends', () => {
  const decoder = createKeyDecoder(() => 0);
  decoder.feed('\x1b]52;c;');
  for (let index = 0; index < 100; index += 1) assert.deepEqual(decoder.feed('A'.repeat(10_000)), []);
  assert.deepEqual(summary(decoder.feed('\x1b\\y')), ['report:string', 'y:y']);
});

test('IN-3 a bracketed paste is one event, whatever it contains and wherever it is split', () => {
  const pasted = 'one\r\ntwo\x1b[A\x1b[20\x1b\rthree\x1b[201';
  const bytes = Buffer.from(`a\x1b[200~${pasted}\x1b[201~b`);
  const expected = ['a:a', 'paste:one\ntwo\x1b[A\x1b[20\x1b\nthree\x1b[201', 'b:b'];
  for (let cut = 1; cut < bytes.length; cut += 1) {
    assert.deepEqual(summary(decode(bytes.subarray(0, cut), bytes.subarray(cut))), expected, `cut at ${cut}`);
  }
  assert.deepEqual(summary(decode(...Array.from(bytes, (byte) => Buffer.from([byte])))), expected);
});

test('IN-3 pastes may follow each other or be empty, and no time-out ends them', () => {
  assert.deepEqual(summary(decode('\x1b[200~\x1b[201~\x1b[200~x\x1b[201~')), ['paste:', 'paste:x']);
  const decoder = createKeyDecoder(() => 0);
  decoder.feed('\x1b[200~half\x1b');
  assert.equal(decoder.pending, false);
  assert.deepEqual(decoder.flush(), []);
  assert.deepEqual(summary(decoder.feed('[201~')), ['paste:half']);
});

test('IN-3 Ctrl+C ends a paste whose end was lost', () => {
  assert.deepEqual(summary(decode('\x1b[200~half', '\x03')), ['paste:half', 'ctrl+c']);
});

test('IN-12 a line and its Enter in one read are a typed line; line ends inside make it a paste, which cannot submit', () => {
  const rows: [string, string[]][] = [
    ['ls\r', ['l:l', 's:s', 'enter']],
    [`${'x'.repeat(40)}\r`, [...Array.from({ length: 40 }, () => 'x:x'), 'enter']],
    ['one\rtwo\r', ['paste:one\ntwo\n']],
    ['y\n', ['paste:y\n']],
    ['one\rtwo\rthree', ['paste:one\ntwo\nthree']],
    ['one\r\ntwo\tx', ['paste:one\ntwo\tx']],
    ['\rabc', ['paste:\nabc']],
    ['a\x1b[D\r', ['a:a', 'left', 'enter']],
    ['y\x1b[13u', ['y:y', 'enter']],
    ['\x1b[A\r', ['up', 'enter']],
    ['\r\r', ['enter', 'enter']],
    ['\r', ['enter']],
    ['abc', ['a:a', 'b:b', 'c:c']],
    ['x'.repeat(40), [`paste:${'x'.repeat(40)}`]],
  ];
  for (const [bytes, expected] of rows) assert.deepEqual(summary(decode(bytes)), expected, JSON.stringify(bytes));
});

test('IN-12 the rest of a paste in the next read belongs to the paste, a later key does not', () => {
  let time = 0;
  const decoder = createKeyDecoder(() => time);
  assert.deepEqual(summary(decoder.feed('one\rtwo')), ['paste:one\ntwo']);
  time = 2;
  assert.deepEqual(summary(decoder.feed('\r')), ['more-paste:\n']);
  time = 4;
  assert.deepEqual(summary(decoder.feed('t')), ['more-paste:t']);
  time = 200;
  assert.deepEqual(summary(decoder.feed('\r')), ['enter']);
});

test('IN-12 if the terminal marks pastes, none is guessed', () => {
  const decoder = createKeyDecoder(() => 0);
  assert.deepEqual(summary(decoder.feed('\x1b[200~x\x1b[201~')), ['paste:x']);
  assert.deepEqual(summary(decoder.feed('a\rb\r')), ['a:a', 'enter', 'b:b', 'enter']);
});

test('IN-12 a line sent by a program and then its Enter submits', () => {
  const decoder = createKeyDecoder(() => 0);
  assert.deepEqual(summary(decoder.feed('please list all files in this project')), [
    'paste:please list all files in this project',
  ]);
  assert.deepEqual(summary(decoder.feed('\r')), ['enter']);
});

test('IN-7 half a character waits for its other half', () => {
  const bytes = Buffer.from('中👍é');
  const decoder = createKeyDecoder(() => 0);
  const events = Array.from(bytes, (byte) => decoder.feed(Buffer.from([byte]))).flat();
  assert.deepEqual(summary(events), ['中:中', '👍:👍', 'é:é']);
});

test('D7 random bytes never throw, never type a control character, and decode the same wherever they are split', () => {
  const pieces = [
    '\x1b',
    '[',
    'O',
    ']',
    'P',
    '?',
    '1',
    ';',
    '2',
    '~',
    'u',
    'c',
    'R',
    'M',
    '<',
    '\x07',
    '\\',
    'a',
    '中',
    '\x7f',
    '\x9b',
    '\x1b[200~',
    '\x1b[201~',
    '👍',
    '$',
    'y',
    ':',
    '\x01',
  ];
  let seed = 11;
  function random(limit: number): number {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return (seed >> 8) % limit;
  }
  for (let round = 0; round < 4000; round += 1) {
    const length = 1 + random(24);
    const text = Array.from({ length }, () => pieces[random(pieces.length)]).join('');
    const bytes = Buffer.from(text);
    const whole = createKeyDecoder(() => 0);
    const events = whole.feed(bytes);
    for (const event of events) {
      if (event.type === 'key' && event.text !== undefined) assert.match(event.text, /^[^\p{Cc}\p{Cs}]+$/u);
    }
    const split = createKeyDecoder(() => 0);
    const cuts: KeyEvent[] = [];
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + random(4);
      cuts.push(...split.feed(bytes.subarray(at, at + size)));
      at += size;
    }
    assert.deepEqual(cuts, events, JSON.stringify(text));
    assert.deepEqual(split.flush(), whole.flush(), JSON.stringify(text));
  }
  for (let round = 0; round < 2000; round += 1) {
    const noise = Buffer.from(Array.from({ length: 32 }, () => random(256)));
    const decoder = createKeyDecoder(() => 0);
    decoder.feed(noise);
    decoder.flush();
  }
});

test('IN-12 ESC-1 input that waits in the terminal while coder is busy belongs to the ESC before it', async () => {
  const keys = Promise.withResolvers<KeyEvent[]>();
  const read = readKeys(createKeyDecoder(elapsedMs), {
    input: (events) => {
      if (events.length > 0) keys.resolve([...events]);
    },
  });
  await using server = createServer((socket) =>
    socket.once('data', (bytes) => {
      socket.on('data', read);
      peer.write('[D');
      read(bytes);
      const until = elapsedMs() + 60;
      while (elapsedMs() < until); // as a long step of ours would
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer = connect((server.address() as AddressInfo).port, '127.0.0.1', () => peer.write('\x1b'));
  const pressed = await keys.promise;
  peer.destroy();
  assert.deepEqual(summary(pressed), ['left']);
});
