import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEATBELT_GAPS, seatbeltArguments, seatbeltProfile } from '../../../../src/host/sandbox/layers/seatbelt.ts';
import type { Layout } from '../../../../src/host/sandbox/layout.ts';

const layout: Layout = {
  home: '/Users/u',
  writable: ['/Users/u/a "b"\\c'],
  readOnly: ['/Users/u/p/.git/hooks'],
  hidden: [{ path: '/Users/u/.ssh', kind: 'folder' }],
  shown: ['/Users/u/.ssh/known_hosts'],
};

test('SBX-2 SBX-6 SBX-20 the profile for macOS denies by default, quotes paths, and is reported as untried', () => {
  const write = seatbeltProfile({ layout, confinement: 'write', temporary: '/private/tmp/s' });
  const rows = write.split('\n');
  assert.deepEqual(rows.slice(0, 2), ['(version 1)', '(deny default)']);
  assert.ok(write.includes('(allow file-write* (subpath "/private/tmp/s") (subpath "/Users/u/a \\"b\\"\\\\c"))'));
  const [deny, allow, hooks] = [
    '(deny file-read* file-write* (subpath "/Users/u/.ssh"))',
    '(allow file-read* (literal "/Users/u/.ssh/known_hosts"))',
    '(deny file-write* (subpath "/Users/u/p/.git/hooks"))',
  ].map((row) => rows.indexOf(row));
  assert.ok(
    deny !== undefined && allow !== undefined && hooks !== undefined && deny > 0 && allow > deny && hooks > allow,
  );
  assert.equal(rows.at(-2), '(deny network*)');
  const read = seatbeltProfile({ layout, confinement: 'read', temporary: '/private/tmp/s' });
  assert.ok(read.includes('(allow file-write* (subpath "/private/tmp/s"))'));
  assert.ok(SEATBELT_GAPS.includes('untried'));
  assert.deepEqual(seatbeltArguments('/usr/bin/sandbox-exec', 'P', '/x').slice(0, 3), [
    '/usr/bin/sandbox-exec',
    '-p',
    'P',
  ]);
});
