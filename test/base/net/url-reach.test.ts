import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoderError } from '../../../src/base/errors.ts';
import { classifyUrl, createResolver, type Resolve } from '../../../src/base/net/url-reach.ts';

const NAMES: Record<string, string[]> = {
  'example.com': ['93.184.216.34', '2606:2800:220:1::1'],
  'docs.python.org.evil.example': ['203.0.114.5'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
  '169.254.169.254.nip.io': ['169.254.169.254'],
  'mixed.example': ['93.184.216.34', '10.0.0.5'],
  'mixed-metadata.example': ['93.184.216.34', '169.254.169.254'],
  'six.example': ['::ffff:10.0.0.1'],
  'nat64.example': ['64:ff9b::a9fe:a9fe'],
  'empty.example': [],
  intranet: ['93.184.216.34'],
  'printer.local': ['93.184.216.34'],
  'git.corp': ['93.184.216.34'],
  'bücher.example': ['93.184.216.34'],
  'xn--bcher-kva.example': ['93.184.216.34'],
};
const resolve: Resolve = async (name) => {
  const addresses = NAMES[name];
  if (!addresses) throw new CoderError('unresolved', `Host ${name} not found.`);
  return addresses;
};

test('SEC-5 E4 E5 URLs are classified as public, asked about, or never fetched', async () => {
  const table: Record<string, string[]> = {
    public: [
      'http://example.com/',
      'https://example.com:8443/a?b#c',
      'HTTPS://EXAMPLE.COM',
      ' https://example.com/ ',
      'https://example.com./',
      'http://8.8.8.8/',
      'http://[2606:4700::1111]/',
      'https://docs.python.org.evil.example/',
      'https://bücher.example/',
      'https://example.com/http://127.0.0.1/',
      'https://example.com\\@127.0.0.1/',
      'http://０x８.８.８.８/',
    ],
    private: [
      'http://127.0.0.1/',
      'http://127.1/',
      'http://127.0.0.1:3000/x',
      'http://0x7f.1/',
      'http://0x7f000001/',
      'http://0177.0.0.1/',
      'http://2130706433/',
      'http://017700000001/',
      'http://127.0.0.1./',
      'http://１２７.０.０.１/',
      'http://[::1]/',
      'http://[::]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[0:0:0:0:0:ffff:7f00:1]/',
      'http://[64:ff9b::7f00:1]/',
      'http://0/',
      'http://0.0.0.0:8000/',
      'http://localhost/',
      'http://LOCALHOST./',
      'http://localhost.:8080/',
      'http://app.localhost/',
      'http://127.0.0.1.nip.io/',
      'http://10.0.0.1/',
      'http://10.1/',
      'http://172.16.0.1/',
      'http://192.168.0.1/',
      'http://100.64.0.1/',
      'http://198.18.0.1/',
      'http://[fd12::1]/',
      'http://mixed.example/',
      'http://six.example/',
      'http://intranet/',
      'http://printer.local/',
      'http://git.corp/',
    ],
    unresolved: ['http://nowhere.example/', 'http://localhost.evil.example/'],
    forbidden: [
      'http://169.254.169.254/latest/meta-data/',
      'http://0xa9fea9fe/',
      'http://2852039166/',
      'http://[::ffff:169.254.169.254]/',
      'http://[64:ff9b::a9fe:a9fe]/',
      'http://[fe80::1]/',
      'http://[fd00:ec2::254]/',
      'http://100.100.100.200/',
      'http://169.254.169.254.nip.io/',
      'http://mixed-metadata.example/',
      'http://nat64.example/',
      'http://metadata.google.internal/',
      'http://metadata.google.internal./',
      'http://metadata.google.internal../',
      'http://metadata/',
      'http://224.0.0.1/',
      'http://255.255.255.255/',
      'http://empty.example/',
      'http://good@10.0.0.1/',
      'http://example.com:80@127.0.0.1/',
      'http://user:pass@example.com/',
      'file:///etc/passwd',
      'ftp://example.com/',
      'gopher://127.0.0.1/',
      'javascript:alert(1)',
      'data:text/plain,x',
      'http://',
      'http://256.256.256.256/',
      'http://[::1%25eth0]/',
      'example.com',
      '',
    ],
  };
  let count = 0;
  for (const [kind, urls] of Object.entries(table)) {
    for (const url of urls) {
      assert.equal((await classifyUrl(url, resolve)).kind, kind, url);
      count += 1;
    }
  }
  assert.ok(count >= 60);
});

test('E5 a name that was public is not followed to a private address later', async () => {
  let clock = 0;
  const answers = [['93.184.216.34'], ['127.0.0.1'], ['1.1.1.1']];
  let asked = 0;
  const remembered = createResolver(
    async () => answers[asked++] ?? [],
    () => clock,
  );
  assert.equal((await classifyUrl('http://flip.example/', remembered)).kind, 'public');
  clock = 59_000;
  assert.equal((await classifyUrl('http://flip.example/', remembered)).kind, 'public');
  assert.equal(asked, 1, 'what was judged is what is used');
  clock = 61_000;
  const flipped = await classifyUrl('http://flip.example/', remembered);
  assert.ok(flipped.kind === 'forbidden' && /was public before/.test(flipped.why));
  assert.equal((await classifyUrl('http://flip.example/', remembered)).kind, 'public');
});
