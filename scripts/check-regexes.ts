/**
 * Checks that no regular expression of ours takes more than quadratic time, whatever the text: `node scripts/check-regexes.ts [--update]`.
 * Results are kept in `regexes/verdicts.json`; only new expressions are analysed.
 */

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findRegexes } from './regexes/find-regexes.ts';
import { alternativesOf, isPlain } from './regexes/plain-regex.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const FILE = new URL('regexes/verdicts.json', import.meta.url);
const TIMEOUT_MS = 60_000;
const isUpdate = process.argv.includes('--update');

/** `linear` or `quadratic`; if the analysis does not terminate, a sentence that explains why the expression is no worse. */
const verdicts = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;
const kept: Record<string, string> = {};
const fresh = new Map<string, { source: string; flags: string; at: string }>();

for (const file of globSync('src/**/*.ts', { cwd: project }).toSorted()) {
  const text = readFileSync(`${project}/${file}`, 'utf8');
  for (const { source, flags, line } of findRegexes(file, text)) {
    for (const part of alternativesOf(source).filter((each) => !isPlain(each))) {
      const key = `/${part}/${flags.replace(/[dgy]/g, '')}`;
      const known = verdicts[key];
      if (known === undefined) fresh.set(key, { source: part, flags, at: `${file}:${line}` });
      else kept[key] = known;
    }
  }
}

const wrong = await analyse();
if (isUpdate) writeFileSync(FILE, `${JSON.stringify(kept, Object.keys(kept).toSorted(), 2)}\n`);
else if (fresh.size > wrong.length)
  console.log('New regular expressions: record them with scripts/check-regexes.ts --update.');
for (const line of wrong) console.error(line);
process.exit(wrong.length === 0 ? 0 : 1); // the analysis leaves a process behind that would keep this one alive

async function analyse(): Promise<string[]> {
  if (fresh.size === 0) return [];
  const recheck = await import('recheck').catch(() => undefined);
  if (!recheck) {
    console.error(
      `${fresh.size} regular expressions are new and cannot be analysed: recheck is not installed (npm ci).`,
    );
    return [];
  }
  const found: string[] = [];
  for (const [key, { source, flags, at }] of fresh) {
    const result = await recheck.check(source, flags.replace('v', 'u').replace('d', ''), { timeout: TIMEOUT_MS });
    const complexity = result.status === 'unknown' ? undefined : result.complexity;
    const isQuadratic = complexity?.type === 'polynomial' && complexity.degree === 2;
    if (result.status === 'safe' || isQuadratic) kept[key] = isQuadratic ? 'quadratic' : 'linear';
    else if (!complexity) found.push(`${at}: ${key} is too complex to analyse: simplify it or limit its repetitions.`);
    else found.push(`${at}: ${key} is ${complexity.summary}: limit its repetitions.`);
  }
  return found;
}
