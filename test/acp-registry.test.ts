/** The requirements of the agent registry: a manifest that matches the package, and an icon that takes the editor's colour. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('ACP-8 the manifest for the registry names this package and version, and starts coder acp', () => {
  const manifest = JSON.parse(read('package.json')) as { name: string; version: string; license: string };
  const { name, version, license } = manifest;
  const agent = JSON.parse(read('acp-registry/agent.json')) as Record<string, unknown>;
  assert.match(String(agent.id), /^[a-z][a-z0-9-]*$/);
  assert.deepEqual(agent.version, version);
  assert.deepEqual(agent.license, license);
  assert.deepEqual(agent.distribution, { npx: { package: `${name}@${version}`, args: ['acp'] } });
  for (const key of ['id', 'name', 'version', 'description', 'distribution']) assert.ok(agent[key], key);
});

test('ACP-8 the icon is 16 by 16 and takes the editor’s colour', () => {
  const icon = read('acp-registry/icon.svg');
  assert.match(icon, /^<svg [^>]*width="16" height="16" viewBox="0 0 16 16"/);
  const colours = [...icon.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, colour]) => colour);
  assert.ok(colours.length > 0);
  assert.deepEqual([...new Set(colours)], ['currentColor']);
  assert.ok(!icon.includes('style='));
});
