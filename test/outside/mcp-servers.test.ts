import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadAppSettings } from '../../src/app/load-app-settings.ts';
import { manageServers, type TriedServer } from '../../src/app/servers/manage-servers.ts';
import type { ToolMessage } from '../../src/protocol/message.ts';
import type { Answer, Request } from '../../src/protocol/request.ts';
import { type AppAgent, agentOptions, appAgent } from '../fixtures/app-agent.ts';
import { cleanUp } from '../fixtures/clean-up.ts';
import { isLong } from '../fixtures/long.ts';
import { configureServers } from '../fixtures/mcp.ts';
import { CONFORMANCE, EVERYTHING, lacksServers, realServers } from '../fixtures/real-servers.ts';
import { type Scratch, scratch } from '../fixtures/run-coder.ts';
import { call, callsEnd, type Script, stop, text } from '../fixtures/scripted-provider.ts';

const done: Script = [text('Done.'), stop];
const use = (tool: string, args: object = {}): Script => [call(tool, `mcp__${tool}`, args), callsEnd];
const ALL = { mcp: { tool_budget: 100_000, first_wait_ms: 30_000 }, permission: { mcp: 'allow' } };

function results({ events }: AppAgent): ToolMessage[] {
  return events.flatMap((event) =>
    event.type === 'message-end' && event.message.role === 'tool' ? [event.message] : [],
  );
}

let place: Scratch | undefined;
let tried: (readonly [string, TriedServer])[] = [];
/** Starts each server once, so that coder knows its manifest from then on. */
before(async () => {
  if (lacksServers) return;
  place = scratch();
  configureServers(place.home, realServers(place.path));
  const options = agentOptions(place);
  const manager = manageServers(await loadAppSettings(options), options);
  tried = await Promise.all(
    manager.servers.map(async ({ entry }) => [entry.name, await manager.tryOut(entry)] as const),
  );
});

after(() => place?.[Symbol.dispose]());

test('EXT-3 EXT-12 seven real servers complete the handshake and list their tools', { skip: lacksServers }, () => {
  const counts = Object.fromEntries(
    tried.map(([name, { manifest, problem }]) => [name, manifest?.tools.length ?? problem]),
  );
  assert.deepEqual(counts, {
    everything: 16,
    filesystem: 14,
    memory: 9,
    thinking: 1,
    playwright: 25,
    devtools: 32,
    context7: 2,
  });
});

test('EXT-10 EXT-12 real servers return text, structured data, a picture, a link, roots, questions, files and a graph', {
  skip: lacksServers,
}, async (t) => {
  assert.ok(place);
  writeFileSync(join(place.path, 'a.txt'), 'content of a\n');
  const { everything, filesystem, memory, thinking } = realServers(place.path);
  configureServers(place.home, { everything, filesystem, memory, thinking }, ALL);
  const answer = (request: Request): Answer => {
    if (request.kind !== 'questions') return { kind: 'cancelled' };
    return { kind: 'questions', answers: request.questions.map(({ options }) => options[0]?.label ?? 'Ann') };
  };
  const scripts = [
    use('everything__echo', { message: 'hello' }),
    use('everything__get-sum', { a: 2, b: 3 }),
    use('everything__get-structured-content', { location: 'Chicago' }),
    use('everything__get-tiny-image'),
    use('everything__get-resource-links', { count: 1 }),
    use('everything__trigger-elicitation-request'),
    use('filesystem__read_text_file', { path: join(place.path, 'a.txt') }),
    use('memory__create_entities', { entities: [{ name: 'Ann', entityType: 'person', observations: ['likes tea'] }] }),
    use('thinking__sequentialthinking', {
      thought: 'hm',
      nextThoughtNeeded: false,
      thoughtNumber: 1,
      totalThoughts: 1,
    }),
    done,
  ];
  const agent = await appAgent(t, scripts, { place, answer });
  await agent.say('go');
  const [echo, sum, structured, image, links, asked, file, entities, thought] = results(agent);
  assert.equal(echo?.text, 'Echo: hello');
  assert.match(sum?.text ?? '', /2 and 3 is 5/);
  assert.ok(structured?.outcome.result?.structured);
  assert.ok(image?.outcome.status === 'ok' && image.outcome.images?.length === 1);
  assert.match(links?.text ?? '', /demo:\/\//);
  assert.match(asked?.text ?? '', /accept|provided|User/i);
  assert.match(file?.text ?? '', /content of a/);
  assert.match(entities?.text ?? '', /likes tea/);
  assert.equal(thought?.outcome.status, 'ok');
});

test('EXT-11 the next call works after an HTTP server restarted and lost its sessions', {
  skip: lacksServers,
}, async (t) => {
  const place = scratch(t);
  const port = await freePort();
  let child = await startHttp(port);
  cleanUp(t, () => child.kill('SIGKILL'));
  configureServers(place.home, { everything: { type: 'http', url: `http://127.0.0.1:${port}/mcp` } }, ALL);
  const agent = await appAgent(
    t,
    [use('everything__echo', { message: 'one' }), done, use('everything__echo', { message: 'two' }), done],
    { place },
  );
  await agent.say('go');
  child.kill('SIGKILL');
  await once(child, 'exit');
  child = await startHttp(port);
  await agent.say('again');
  assert.deepEqual(
    results(agent).map((result) => result.text),
    ['Echo: one', 'Echo: two'],
  );
});

/** Part of the suite; `node test/long/mcp-conformance.ts` runs all of it. */
for (const scenario of [
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'auth/scope-step-up', // includes everything a first login needs
  ...(isLong ? ['auth/metadata-default'] : []),
])
  test(`EXT-12 EXT-13 coder passes the protocol’s conformance suite: ${scenario}`, { skip: lacksServers }, () => {
    const client = fileURLToPath(new URL('../fixtures/mcp-conformance-client.ts', import.meta.url));
    const args = [CONFORMANCE, 'client', '--command', `${process.execPath} ${client}`, '--scenario', scenario];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
    assert.equal(status, 0, stdout.slice(-2000));
  });

async function startHttp(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const chunk of child.stderr) if (String(chunk).includes('listening')) break;
  child.stderr.destroy();
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  server.close();
  await once(server, 'close');
  return port;
}
