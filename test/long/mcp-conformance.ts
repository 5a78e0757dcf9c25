/** The protocol's own conformance suite against coder's side of it, all client scenarios: `node test/long/mcp-conformance.ts`. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CONFORMANCE, lacksServers } from '../fixtures/real-servers.ts';

if (lacksServers) throw new Error(lacksServers);
const client = fileURLToPath(new URL('../fixtures/mcp-conformance-client.ts', import.meta.url));
const run = (...args: string[]) =>
  spawnSync(process.execPath, [CONFORMANCE, ...args], { encoding: 'utf8', timeout: 120_000 });
const scenarios = run('list', '--client')
  .stdout.split('\n')
  .flatMap((line) => /^ {2}- (\S+)/.exec(line)?.[1] ?? []);
/** Machines that log in by themselves, without a person: not what coder does. */
const WITHOUT_A_PERSON = /client-credentials|cross-app-access/;
let passed = 0;
for (const scenario of scenarios.filter((name) => !WITHOUT_A_PERSON.test(name))) {
  const isPassed = run('client', '--command', `${process.execPath} ${client}`, '--scenario', scenario).status === 0;
  if (isPassed) passed++;
  else process.stdout.write(`failed: ${scenario}\n`);
}
const left = scenarios.filter((name) => WITHOUT_A_PERSON.test(name)).length;
process.stdout.write(
  `${passed} of ${scenarios.length} client scenarios pass; ${left} are about logins without a person\n`,
);
process.exitCode = passed + left === scenarios.length ? 0 : 1;
