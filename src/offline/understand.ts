/** Text → intents: the request is cut into steps where both sides of the cut make sense, each read by the tables. */

import type { Intent } from './intent.ts';
import { mask } from './literals.ts';
import { addRules } from './rules/add.ts';
import { questionRules } from './rules/ask.ts';
import { lineRules, replaceRules } from './rules/change.ts';
import { createRules } from './rules/create.ts';
import { explainRules } from './rules/explain.ts';
import { gitRules } from './rules/git.ts';
import { findRules, listRules, searchRules } from './rules/look.ts';
import { readRules, spacedRules } from './rules/read.ts';
import { asTarget, type Rule } from './rules/rule.ts';
import { fileRules, runRules } from './rules/run.ts';
import { talkRules } from './rules/talk.ts';
import { askRules, fixRules, planRules } from './rules/think.ts';
import { respell, withoutSlips } from './spelling.ts';
import { cuts, enumerated, trimRequest, withoutMark } from './split.ts';

/** In this order: what is narrow before what is wide. */
const RULES: readonly Rule[] = [
  ...talkRules,
  ...askRules,
  ...planRules,
  ...fixRules,
  ...gitRules,
  ...explainRules,
  ...questionRules,
  ...fileRules,
  ...addRules,
  ...lineRules,
  ...createRules,
  ...replaceRules,
  ...listRules,
  ...findRules,
  ...readRules,
  ...searchRules,
  ...runRules,
  ...spacedRules,
];
const WHOLE_RULES = RULES.filter(({ whole }) => whole);

/** Longer than this, quotes aside, is prose that no table will read right. */
const MAX_LENGTH = 2000;
const MAX_STEPS = 12;
const MAX_CUTS_TRIED = 200;
/** "…, thanks" is no step of its own. */
const TALK: ReadonlySet<Intent['kind']> = new Set([
  'greet',
  'thanks',
  'help',
  'about',
  'continue',
  'retry',
  'slash',
  'no',
  'why',
]);

/** What a guess at the spelling must not lead to. */
const CAREFUL: ReadonlySet<Intent['kind']> = new Set(['remove', 'overwrite', 'delete-lines', 'move', 'commit', 'run']);

export function understand(text: string): Intent[] {
  const { text: masked, reveal } = mask(text);
  const unknown: Intent = { kind: 'unknown', text: text.trim() };
  if (masked.length > MAX_LENGTH) return [unknown];
  const typed = withoutSlips(masked);
  const intents = readSteps(typed, reveal, unknown);
  if (intents.length !== 1 || intents[0] !== unknown) return intents;
  const respelled = respell(typed);
  const guessed = respelled === typed ? intents : readSteps(respelled, reveal, unknown);
  return guessed.some(({ kind }) => CAREFUL.has(kind)) ? intents : guessed;
}

function readSteps(masked: string, reveal: (text: string) => string, unknown: Intent): Intent[] {
  const known = new Map<string, Intent[] | undefined>();
  let tried = 0;

  const whole = readEither(WHOLE_RULES, masked);
  if (whole) return [whole];
  const items = enumerated(masked);
  if (items.length > 1)
    return items.slice(0, MAX_STEPS).flatMap((item) => steps(item) ?? [{ kind: 'unknown', text: reveal(item) }]);
  return steps(masked)?.slice(0, MAX_STEPS) ?? [unknown];

  function steps(part: string): Intent[] | undefined {
    if (!known.has(part)) known.set(part, stepsOf(part));
    return known.get(part);
  }

  function stepsOf(part: string): Intent[] | undefined {
    for (const { left, right } of cuts(part)) {
      if (++tried > MAX_CUTS_TRIED) break;
      const first = steps(left);
      const last = first?.at(-1);
      if (!first || !last) continue;
      const rest = insideOf(last, right) ?? steps(right) ?? sameAgain(last, right);
      if (rest && !rest.some(({ kind }) => TALK.has(kind))) return [...first, ...rest];
    }
    const single = clause(part);
    return single && [single];
  }

  function clause(part: string): Intent | undefined {
    return readEither(RULES, part);
  }

  /** As it stands first: "你能做什么" is a question, though "你能" is only politeness elsewhere. */
  function readEither(rules: readonly Rule[], part: string): Intent | undefined {
    const plain = withoutMark(part);
    const bare = trimRequest(part);
    return readBy(rules, plain) ?? (bare === plain ? undefined : readBy(rules, bare));
  }

  /** `read a.ts and b.ts`: the second is only a name. */
  function sameAgain(first: Intent, right: string): Intent[] | undefined {
    if (first.kind !== 'read' && first.kind !== 'explain-file') return undefined;
    const target = asTarget(reveal(trimRequest(right)));
    return target?.path === undefined ? undefined : [{ ...first, path: target.path }];
  }

  /** `make a folder demo and create a.txt in it` */
  function insideOf(first: Intent, right: string): Intent[] | undefined {
    if (first.kind !== 'make-folder') return undefined;
    const bare = right.replace(
      /^(?:在)?(?:它)?(?:里面|里边|其中|下面)\s*|\s+(?:in|inside|into) (?:it|there|that folder)$/i,
      '',
    );
    const inner = bare === right ? undefined : steps(bare);
    const [made, ...more] = inner ?? [];
    return made?.kind === 'create' ? [{ ...made, path: `${first.path}/${made.path}` }, ...more] : undefined;
  }

  function readBy(rules: readonly Rule[], part: string): Intent | undefined {
    for (const { when, intent } of rules) {
      const match = when.exec(part);
      const read = match ? intent(revealAll(match.groups ?? {})) : undefined;
      if (read) return read;
    }
    return undefined;
  }

  function revealAll(groups: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, value === undefined ? undefined : reveal(value)]),
    );
  }
}
