import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HOSTILE } from '../fixtures/hostile.ts';
import { isLong } from '../fixtures/long.ts';
import { calls, say, startModelServer } from '../fixtures/model-server.ts';
import { openHostile } from '../fixtures/open-hostile.ts';
import { lacks } from '../fixtures/programs.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

const NOTHING = { started: [], connected: [], said: [], ran: false };

/** True if the paths are equal, or one is a file where the other has a folder. */
const clashes = (one: string) => (other: string) =>
  `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);

/** The plants distributed over as few folders as possible without clashing paths; `node test/long/hostile.ts` opens each on its own. */
function heaps(): Record<string, string>[] {
  const piles: Record<string, string>[] = [];
  for (const files of Object.values(HOSTILE)) {
    const pile = piles.find((each) => !Object.keys(files).some((path) => Object.keys(each).some(clashes(path))));
    if (pile) Object.assign(pile, files);
    else piles.push({ ...files });
  }
  return piles;
}

test('TRUST-1 C3 opening hostile repositories starts nothing, connects nowhere and sends none of their bytes', {
  skip: lacks('strace'),
}, async () => {
  assert.equal(Object.keys(HOSTILE).length, 42);
  const opened = [];
  const tried = heaps().filter((_, index) => isLong || index % 3 === 0);
  for (const pile of tried) opened.push(await openHostile(pile));
  assert.deepEqual(
    opened,
    opened.map(() => NOTHING),
  );
});

test('SEC-4 E6 from start to end coder sends only to the configured provider, and listens on no port', {
  skip: lacks('strace'),
}, async () => {
  using place = scratch();
  await using server = await startModelServer([
    calls([
      { name: 'write', args: { path: 'a.txt', content: 'one\n' } },
      { name: 'bash', args: { command: 'cat a.txt' } },
      { name: 'grep', args: { pattern: 'one' } },
    ]),
    say('Done.'),
  ]);
  const trace = join(place.home, 'trace.txt');
  const through = ['strace', '-f', '-qq', '-e', 'trace=connect,sendto,sendmsg,sendmmsg,listen', '-o', trace];
  const { port } = new URL(server.url);
  const options = { cwd: place.path, url: server.url, env: { HOME: place.home }, through };
  for (const args of [['--mode', 'yolo', '-p', 'go'], ['-c', '-p', 'again'], ['config'], ['sessions'], ['--version']]) {
    const { code, stderr } = await runCoder(args, options);
    assert.equal(code, 0, stderr);
    const sent = readFileSync(trace, 'utf8').split('\n');
    // Internet sockets other than the provider's, including name lookups.
    const others = sent.filter((line) => /AF_INET6?\b/.test(line) && !line.includes(`htons(${port})`));
    assert.deepEqual(others, [], args.join(' '));
    assert.deepEqual(
      sent.filter((line) => line.includes('listen(')),
      [],
      args.join(' '),
    );
    assert.equal(
      sent.some((line) => line.includes(`htons(${port})`)),
      args.includes('-p'),
      args.join(' '),
    );
  }
});
