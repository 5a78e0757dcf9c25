/** Publishes what CI built from a signed tag. Runs nowhere else, so there is no token that could leak. */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string };
const tag = `v${version}`;
const { env } = process;

const rules: [holds: () => boolean, otherwise: string][] = [
  [() => env['GITHUB_ACTIONS'] === 'true', 'A release is published by CI only (.github/workflows/release.yml).'],
  [
    () => Boolean(env['ACTIONS_ID_TOKEN_REQUEST_URL']),
    'No identity token is available: the job needs the permission "id-token: write".',
  ],
  [
    () => !Object.keys(env).some((name) => /^(?:NPM_TOKEN|NODE_AUTH_TOKEN)$|_authToken/i.test(name)),
    'A token for publishing is set: remove it. Trusted publishing needs none.',
  ],
  [() => env['GITHUB_REF'] === `refs/tags/${tag}`, `This is not the tag ${tag} of the version in package.json.`],
  [() => git('status', '--porcelain') === '', 'The checkout has changes.'],
  [() => git('describe', '--exact-match', 'HEAD') === tag, `HEAD is not ${tag}.`],
  [
    () => spawnSync('git', ['verify-tag', tag], { cwd: root }).status === 0,
    `${tag} is not signed by a key known here.`,
  ],
];
const broken = rules.find(([holds]) => !holds());
if (broken) {
  console.error(`Not published. ${broken[1]}`);
  process.exit(1);
}

const [packed] = JSON.parse(npm('pack', '--json')) as [{ filename: string }];
const hash = createHash('sha256').update(readFileSync(`${root}/${packed.filename}`));
console.log(`${hash.digest('hex')}  ${packed.filename}`);
console.log(execFileSync(process.execPath, ['dist/cli.js', '--version', '--verbose'], { cwd: root, encoding: 'utf8' }));
npm('publish', packed.filename, '--provenance', '--access', 'public');

function git(...args: string[]): string {
  return (spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout ?? '').trim();
}

function npm(...args: string[]): string {
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
