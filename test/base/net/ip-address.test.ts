import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyAddress, type Reach } from '../../../src/base/net/ip-address.ts';

test('SEC-5 E4 every kind of address is classified as public, private or forbidden', () => {
  const table: Record<Reach, string> = {
    public:
      '1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.0 172.15.0.1 172.32.0.1 192.0.1.1 192.167.1.1 198.17.0.1 198.20.0.1 223.255.255.255 2606:4700::1111 2a00:1450:4001:81b::200e ::ffff:8.8.8.8 64:ff9b::808:808 2002:808:808::1',
    private:
      '127.0.0.1 127.255.255.254 0.0.0.0 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 100.127.255.255 198.18.0.1 198.19.255.255 192.0.2.1 198.51.100.7 203.0.113.9 :: ::1 fc00::1 fd12:3456::1 fec0::1 2001:db8::1 3fff::1 100::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:a00:1 ::7f00:1 64:ff9b::7f00:1 64:ff9b::10.0.0.1 2002:7f00:1::1 2002:c0a8:101:: ::ffff:0:10.1.1.1',
    forbidden:
      '169.254.169.254 169.254.0.1 100.100.100.200 168.63.129.16 192.0.0.192 0.1.2.3 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255 fe80::1 febf::1 fd00:ec2::254 fd20:ce::254 ff02::1 2001::1 64:ff9b:1::7f00:1 4000::1 5f00::1 ::ffff:169.254.169.254 ::ffff:a9fe:a9fe 64:ff9b::a9fe:a9fe 2002:a9fe:a9fe:: ::a9fe:a9fe fe80::1%eth0 1.2.3 256.1.1.1 1::2::3 12345:: localhost 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9',
  };
  for (const [reach, addresses] of Object.entries(table)) {
    for (const address of addresses.split(' ')) assert.equal(classifyAddress(address), reach, address);
  }
});
