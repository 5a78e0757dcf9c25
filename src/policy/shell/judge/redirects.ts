/** What a redirection does to files: nothing, creates one, or changes an existing one. */

import { aimsAtSecrets } from '../../../base/files/secret-file.ts';
import type { Reason, Said } from '../../../protocol/policy.ts';
import { say } from '../../say.ts';
import { isHarmlessDevice, isSocketPath, type Place, placesOf, type ShellContext } from '../places.ts';
import { readingsOf } from '../read/words.ts';
import type { FileRedirect } from '../walk/found.ts';

export function redirectReasons(redirect: FileRedirect, context: ShellContext): Reason[] {
  const [target, ...others] = redirect.target;
  const because = (code: Reason['code'], said: Said, risk: boolean): Reason[] => [
    { code, ...said, risk, part: redirect.text, span: redirect.span },
  ];
  if (!target || others.length > 0) return because('not-proved', say('redirectionManyWords'), true);
  if (readingsOf(target).some((value) => isSocketPath(value))) {
    return because('network', say('redirectionNetwork', redirect.text), true);
  }
  const reads = redirect.operator === '<' || redirect.operator === '<&';
  if (target.kind !== 'literal') {
    const said = say(reads ? 'redirectionReadsUnknown' : 'redirectionWritesUnknown', target.text);
    return because(reads ? 'not-proved' : 'overwrite', said, !reads);
  }
  if (target.value === '') return because('not-proved', say('redirectionEmpty'), true);
  if (isHarmlessDevice(target.value)) return [];
  const places = placesOf(target.value, redirect.cwds, context);
  if (!places) return because(reads ? 'not-proved' : 'overwrite', say('unknownFolder', target.value), !reads);
  return places.flatMap((place) =>
    reads ? readReasons(place, because) : writeReasons(place, redirect.operator, context, because),
  );
}

type Because = (code: Reason['code'], said: Said, risk: boolean) => Reason[];

function readReasons(place: Place, because: Because): Reason[] {
  if (isHarmlessDevice(place.path)) return [];
  if (place.secret || aimsAtSecrets(place.path))
    return because('secret-file', say('mayHoldSecrets', place.path), false);
  if (!place.inside) return because('outside-workspace', say('readsOutside', place.path), false);
  return [];
}

function writeReasons(place: Place, operator: string, context: ShellContext, because: Because): Reason[] {
  if (isHarmlessDevice(place.path)) return [];
  if (!place.inside) return because('outside-workspace', say('writesOutside', place.path), true);
  if (place.protected) return because('protected-path', say('writesProtected', place.path), true);
  if (place.secret) return because('secret-file', say('writesSecret', place.path), true);
  if (context.look.kind(place.path) === 'missing') return because('not-proved', say('makesFile', place.path), false);
  const does = operator.includes('>>') ? 'appendsTo' : operator === '<>' ? 'opensForWriting' : 'overwrites';
  return because('overwrite', say(does, place.path), true);
}
