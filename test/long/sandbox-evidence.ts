/**
 * What the sandbox is blamed for: hundreds of failing commands, about half of which fail on their own. `check` also runs each without the
 * sandbox, in the same walled world, and reports wrong labels. Arguments: run every Nth command, `landlock` to forbid namespaces, `check` or
 * an empty word, and the set (such as `sandbox-failures-more`).
 */

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { throughWall } from '../fixtures/outer-wall.ts';
import { failingPlace, failsOutside, failures, makeWorkspace, makeWorld } from '../fixtures/sandbox-failures.ts';

const [every = '1', layer = 'bubblewrap', check = '', set = 'sandbox-failures'] = process.argv.slice(2);
const ended = throughWall({ uid: 1000, forbidsNamespaces: layer === 'landlock', seconds: 3600 });
if (ended !== undefined) process.exit(ended);

const place = await failingPlace();
const count = { blocked: 0, missed: 0, own: 0, accused: 0, notFailed: 0, mislabelled: 0 };
for (const [index, { line, what }] of failures(set).entries()) {
  if (index % Number(every) !== 0) continue;
  const judged = await place.judge(line);
  if (!judged) {
    count.notFailed += 1;
    console.log('DID NOT FAIL', line);
    continue;
  }
  const { claimed, text } = judged;
  if (what === undefined) count.own += 1;
  else count.blocked += 1;
  const isFound = what !== undefined && claimed.some((each) => each.includes(what));
  if (what !== undefined && !isFound) count.missed += 1;
  if (what === undefined && claimed.length > 0) count.accused += 1;
  if (what === undefined ? claimed.length > 0 : !isFound)
    console.log(what === undefined ? 'ACCUSED' : 'MISSED', line, claimed, JSON.stringify(text.slice(-200)));
  if (check === '' || /test|203|198|15432|docker/.test(what ?? '')) continue;
  makeWorld();
  makeWorkspace('/home/u/outside');
  if ((await failsOutside(line, '/home/u/outside')) !== (what === undefined)) {
    count.mislabelled += 1;
    console.log('MISLABELLED', line, what);
  }
  execFileSync('chmod', ['-R', 'u+rwX', '/home/u/outside']);
  rmSync('/home/u/outside', { recursive: true, force: true });
  makeWorld();
}
await place.close();
console.log(
  `${count.blocked} stopped by ${layer}: ${count.missed} missed; ${count.own} failed by themselves: ${count.accused} wrongly blamed; ${count.notFailed} did not fail${check === '' ? '' : `; ${count.mislabelled} labels wrong`}`,
);
process.exit(count.accused === 0 && count.missed * 10 <= count.blocked ? 0 : 1);
