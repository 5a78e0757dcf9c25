/** Asks the person a yes-or-no question. Only an explicit yes counts as one. */

import { newId } from '../base/ids.ts';
import type { Answer, Request } from './request.ts';

interface Asked {
  ask(request: Request, signal: AbortSignal): Promise<Answer>;
}

const CHOICES = ['yes', 'no', 'more'] as const;

/** `options`: the labels of yes and no, and of `more`, a look at what it is about. `no` also if the question is dismissed. */
export async function askYesNo(
  person: Asked,
  title: string,
  options: readonly [yes: string, no: string, more?: string],
  signal: AbortSignal,
): Promise<(typeof CHOICES)[number] | 'cancelled'> {
  const labels = options.filter((label) => label !== undefined);
  const request = { kind: 'pick' as const, id: newId('pick'), title, options: labels, isYesNo: true as const };
  const answer = await person.ask(request, signal);
  if (answer.kind === 'cancelled') return 'cancelled';
  return (answer.kind === 'pick' && CHOICES[answer.picked ?? 1]) || 'no';
}
