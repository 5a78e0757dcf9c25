/** How a command's line and environment follow from the session that it joins. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDoor } from '../../../src/host/sandbox/door.ts';
import type { HomeState } from '../../../src/host/sandbox/home-limit.ts';
import type { Bubblewrap } from '../../../src/host/sandbox/layer.ts';
import { wrapCommand } from '../../../src/host/sandbox/wrap.ts';

const layer: Bubblewrap = {
  kind: 'bubblewrap',
  bwrap: '/usr/bin/bwrap',
  nsenter: '/usr/bin/nsenter',
  layout: { home: '/home/p', writable: ['/home/p/w'], readOnly: [], hidden: [], shown: [] },
  folder: '/var/tmp/s',
  door: createDoor([], [], () => ''),
};

function session(home: HomeState, workspaceIsLayer = false) {
  const upper = { home: '/upper', workspace: '/upper' };
  return {
    holder: { pid: 7, isAlive: true, homeIsLayer: true, workspaceIsLayer, upper, stop: () => undefined },
    home,
    nameFiles: [],
  };
}

const bindings = (argv: readonly string[], path: string) =>
  argv.flatMap((each, at) => (each === path && argv[at + 1] === path ? [argv[at - 1]] : []));

test('SBX-4 the home folder is a layer in a session, and caches move once it is full', () => {
  const wrapped = (home?: HomeState) => {
    const how = { cwd: '/home/p/w', confinement: 'write' as const };
    const { argv, env } = wrapCommand(['make'], how, layer, home && session(home));
    return [argv[0], bindings(argv, '/home/p'), env['npm_config_cache']];
  };
  assert.deepEqual(wrapped('open'), ['/usr/bin/nsenter', ['--bind'], undefined]);
  assert.deepEqual(wrapped('full'), ['/usr/bin/nsenter', ['--bind'], '/tmp/.cache/npm']);
  assert.deepEqual(wrapped('read-only'), ['/usr/bin/nsenter', [], '/tmp/.cache/npm']);
  assert.deepEqual(wrapped(), ['/usr/bin/bwrap', [], '/tmp/.cache/npm']);
});

test('SBX-4 without a throw-away layer, a command that asks for one gets a read-only workspace', () => {
  const bound = (workspaceIsLayer: boolean) => {
    const how = { cwd: '/home/p/w', confinement: 'layer' as const };
    return bindings(wrapCommand(['make'], how, layer, session('open', workspaceIsLayer)).argv, '/home/p/w');
  };
  assert.deepEqual(bound(true), ['--bind']);
  assert.deepEqual(bound(false), ['--ro-bind']);
});

test('SBX-7 only a command without a terminal reports its exit code through a first process', () => {
  const how = { cwd: '/', confinement: 'read' as const };
  const plain = wrapCommand(['make'], how, layer);
  const onTerminal = wrapCommand(['make'], { ...how, onTerminal: true }, layer);
  assert.deepEqual([plain.tellsExit, plain.argv.includes('coder-init')], [true, true]);
  assert.deepEqual([onTerminal.tellsExit, onTerminal.argv.includes('coder-init')], [false, false]);
  assert.deepEqual(onTerminal.argv.slice(-2), ['--', 'make']);
});
