/** What a redirection does to files: nothing, a new file, or one that is there already. */

import { aimsAtSecrets } from '../../../base/files/secret-file.ts';
import type { Reason } from '../../../protocol/policy.ts';
import { isHarmlessDevice, isSocketPath, type Place, placesOf, type ShellContext } from '../places.ts';
import { readingsOf } from '../read/words.ts';
import type { FileRedirect } from '../walk/found.ts';

export function redirectReasons(redirect: FileRedirect, context: ShellContext): Reason[] {
  const [target, ...others] = redirect.target;
  const because = (code: Reason['code'], text: string, risk: boolean): Reason[] => [
    { code, text, risk, part: redirect.text, span: redirect.span },
  ];
  if (!target || others.length > 0) return because('not-proved', 'the target of the redirection is not one word', true);
  if (readingsOf(target).some((value) => isSocketPath(value))) {
    return because('network', `${redirect.text} opens a network connection`, true);
  }
  const reads = redirect.operator === '<' || redirect.operator === '<&';
  if (target.kind !== 'literal') {
    const what = reads ? 'read from' : 'written to';
    return because(
      reads ? 'not-proved' : 'overwrite',
      `what is ${what}, ${target.text}, is only known when it runs`,
      !reads,
    );
  }
  if (target.value === '') return because('not-proved', 'the redirection has no target', true);
  if (isHarmlessDevice(target.value)) return [];
  const places = placesOf(target.value, redirect.cwds, context);
  if (!places)
    return because(reads ? 'not-proved' : 'overwrite', `${target.value} is in a folder that is not known here`, !reads);
  return places.flatMap((place) =>
    reads ? readReasons(place, because) : writeReasons(place, redirect.operator, context, because),
  );
}

type Because = (code: Reason['code'], text: string, risk: boolean) => Reason[];

function readReasons(place: Place, because: Because): Reason[] {
  if (isHarmlessDevice(place.path)) return [];
  if (place.secret || aimsAtSecrets(place.path)) return because('secret-file', `${place.path} may hold secrets`, false);
  if (!place.inside) return because('outside-workspace', `reads ${place.path}, outside the workspace`, false);
  return [];
}

function writeReasons(place: Place, operator: string, context: ShellContext, because: Because): Reason[] {
  if (isHarmlessDevice(place.path)) return [];
  if (!place.inside) return because('outside-workspace', `writes ${place.path}, outside the workspace`, true);
  if (place.protected) return because('protected-path', `writes ${place.path}, which decides what runs later`, true);
  if (place.secret) return because('secret-file', `writes ${place.path}, which may hold secrets`, true);
  if (context.look.kind(place.path) === 'missing') return because('not-proved', `makes the file ${place.path}`, false);
  const verb = operator.includes('>>') ? 'appends to' : operator === '<>' ? 'opens for writing' : 'overwrites';
  return because('overwrite', `${verb} ${place.path}`, true);
}
