/** The MCP conformance suite against coder, in all client scenarios and revisions: `node test/long/mcp-conformance.ts [NAME]`. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CONFORMANCE, CONFORMANCE_NEXT, lacksServers } from '../fixtures/real-servers.ts';

interface Scenario {
  suite: string;
  name: string;
  revision: string;
}

if (lacksServers) throw new Error(lacksServers);
const AT_ONCE = 2;
const PATIENCE = ['--timeout', '90000']; // long enough for a busy machine
const client = fileURLToPath(new URL('../fixtures/mcp-conformance-client.ts', import.meta.url));
const wanted = process.argv[2] ?? '';

async function run(...args: string[]): Promise<{ status: number | null; text: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, text };
}

/** The released suite lists revisions but does not run them separately; the upcoming one runs each. */
async function scenariosOf(suite: string): Promise<Scenario[]> {
  const { text } = await run(suite, 'list', '--client');
  return [...text.matchAll(/^ {2}- (\S+) \[([^\]]*)\]$/gm)].flatMap(([, name = '', revisions = '']) =>
    (suite === CONFORMANCE ? [''] : revisions.split(',')).map((revision) => ({ suite, name, revision })),
  );
}

async function passes({ suite, name, revision }: Scenario): Promise<boolean> {
  const at = /^\d/.test(revision) ? ['--spec-version', revision] : [];
  const command = `${process.execPath} ${client}`;
  const { status, text } = await run(suite, 'client', '--command', command, '--scenario', name, ...PATIENCE, ...at);
  if (status !== 0) process.stdout.write(`failed: ${name} ${revision}\n${text.slice(-1500)}\n`);
  return status === 0;
}

let failed = 0;
for (const [title, suite] of [
  ['released', CONFORMANCE],
  ['next', CONFORMANCE_NEXT],
] as const) {
  const scenarios = (await scenariosOf(suite)).filter(({ name }) => name.includes(wanted));
  const left = scenarios.slice();
  const passed = new Map<string, number>();
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift())
      if (await passes(next)) passed.set(next.revision, (passed.get(next.revision) ?? 0) + 1);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const count = [...passed.values()].reduce((sum, one) => sum + one, 0);
  failed += scenarios.length - count;
  const names = new Set(scenarios.map(({ name }) => name)).size;
  const byRevision = Map.groupBy(scenarios, ({ revision }) => revision);
  const shares = [...byRevision].map(([revision, all]) => `${revision} ${passed.get(revision) ?? 0} of ${all.length}`);
  process.stdout.write(`${title}: ${count} of ${scenarios.length} runs pass, ${names} client scenarios`);
  process.stdout.write(suite === CONFORMANCE ? '\n' : ` (${shares.join(', ')})\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
