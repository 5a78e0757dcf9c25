/** What a redirection does to files: nothing, creates one, or changes an existing one. */

import { aimsAtSecrets } from '../../../base/files/secret-file.ts';
import type { Reason, Said } from '../../../protocol/policy.ts';
import { say } from '../../say.ts';
import { isHarmlessDevice, isSocketPath, type Place, placesOf, type ShellContext } from '../places.ts';
import { readingsOf } from '../read/words.ts';
import type { FileRedirect } from '../walk/findings.ts';

export function redirectReasons(redirect: FileRedirect, context: ShellContext): Reason[] {
  const [target, ...others] = redirect.target;
  const at = { part: redirect.text, span: redirect.span };
  const risk: Because = (code, said) => [{ code, ...said, risk: true, ...at }];
  const doubt: Because = (code, said) => [{ code, ...said, risk: false, ...at }];
  if (!target || others.length > 0) return risk('not-proved', say('redirectionManyWords'));
  if (readingsOf(target).some((value) => isSocketPath(value))) {
    return risk('network', say('redirectionNetwork', redirect.text));
  }
  const reads = redirect.operator === '<' || redirect.operator === '<&';
  const unknown = (said: Said): Reason[] => (reads ? doubt('not-proved', said) : risk('overwrite', said));
  if (target.kind !== 'literal')
    return unknown(say(reads ? 'redirectionReadsUnknown' : 'redirectionWritesUnknown', target.text));
  if (target.value === '') return risk('not-proved', say('redirectionEmpty'));
  if (isHarmlessDevice(target.value)) return [];
  const places = placesOf(target.value, redirect.cwds, context);
  if (!places) return unknown(say('unknownFolder', target.value));
  return places.flatMap((place) =>
    reads ? readReasons(place, doubt) : writeReasons(place, redirect.operator, context, { risk, doubt }),
  );
}

/** Says something about the redirection: as a risk, or as a doubt that a saved rule may lift. */
type Because = (code: Reason['code'], said: Said) => Reason[];

function readReasons(place: Place, doubt: Because): Reason[] {
  if (isHarmlessDevice(place.path)) return [];
  if (place.secret || aimsAtSecrets(place.path)) return doubt('secret-file', say('mayHoldSecrets', place.path));
  if (!place.inside) return doubt('outside-workspace', say('readsOutside', place.path));
  return [];
}

function writeReasons(
  place: Place,
  operator: string,
  context: ShellContext,
  { risk, doubt }: { risk: Because; doubt: Because },
): Reason[] {
  if (isHarmlessDevice(place.path)) return [];
  if (!place.inside) return risk('outside-workspace', say('writesOutside', place.path));
  if (place.protected) return risk('protected-path', say('writesProtected', place.path));
  if (place.secret) return risk('secret-file', say('writesSecret', place.path));
  if (context.disk.kind(place.path) === 'missing') return doubt('not-proved', say('makesFile', place.path));
  const does = operator.includes('>>') ? 'appendsTo' : operator === '<>' ? 'opensForWriting' : 'overwrites';
  return risk('overwrite', say(does, place.path));
}
