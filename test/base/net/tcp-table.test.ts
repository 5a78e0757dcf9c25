import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { tcpRows } from '../../../src/base/net/tcp-table.ts';

const noTable = process.platform === 'linux' ? false : 'only Linux has this table';

test('a listening socket is listed with its address, port and owner', { skip: noTable }, async () => {
  await using server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const rows = [...tcpRows('self')].filter((row) => row.port === port && row.isListening);
  assert.deepEqual(
    rows.map(({ address, owner }) => [address, owner]),
    [['0100007F', process.getuid?.()]],
  );
  assert.match(rows[0]?.inode ?? '', /^\d+$/);
});
