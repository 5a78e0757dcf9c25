/** Installs the coder version that this action belongs to, in a folder of the run. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { env } = process;
const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const prefix = join(env.RUNNER_TEMP ?? '', 'coder');
const { status, error } = spawnSync(
  'npm',
  ['install', '--global', '--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
if (error) console.log(`::error title=coder::npm cannot be started: ${error.message}`);
process.exit(status ?? 1);
