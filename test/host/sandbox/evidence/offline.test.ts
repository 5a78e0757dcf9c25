import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOffline, offlineBlocked } from '../../../../src/host/sandbox/evidence/offline.ts';

const outside = {
  exists: () => false,
  isWritable: () => false,
  isServed: (port: number) => port === 8090 || port === 1883,
};

function found(said: string, told: string): string {
  const lines = said.split('\n');
  return isOffline(lines) ? offlineBlocked({ said: lines, told }, outside).join(' ') : '-';
}

test('SBX-8 an error that only the Landlock layer gives shows that a socket was wanted', () => {
  const rows: [said: string, told: string, what: string][] = [
    ['[Errno 64] Machine is not on the network', 'http GET :8090/status', 'localhost:8090'],
    ['Error: Machine is not on the network', 'mosquitto_pub -h 127.0.0.1 -t a -m b', 'localhost:1883'],
    [
      "Can't connect to host 'svn.example.org': Machine is not on the network",
      'svn co svn://svn.example.org/x',
      'svn.example.org',
    ],
    ["syscall: 'listen', code: 'ENONET'", 'node app.test.js', 'localhost'],
    ['listen tcp 127.0.0.1:0: socket: machine is not on the network', 'go test ./...', 'localhost'],
  ];
  for (const [said, told, what] of rows) assert.equal(found(said, told), what, said);
});

test('SBX-8 if nothing listens outside either, the failure is the command’s own', () => {
  assert.equal(found('dial tcp 127.0.0.1:2399: socket: machine is not on the network', 'docker ps'), '');
  const psql =
    'connection to server at "127.0.0.1", port 5444 failed: could not create socket: Machine is not on the network';
  assert.equal(found(psql, 'psql -h 127.0.0.1 -p 5444 -c x'), '');
  assert.equal(found("code: 'ENONET', syscall: 'connect'", 'node -e "require(\'net\').connect(3)"'), '');
  assert.equal(found('connection refused', 'curl localhost:8090'), '-');
});
