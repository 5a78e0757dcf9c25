/**
 * Asks about a file that runs later and that a command wrote: it was set aside, and the person decides from its diff whether it comes back.
 */

import { askYesNo } from '../../protocol/ask-yes-no.ts';
import { loadWords } from '../../words/words.ts';
import type { Run } from '../run.ts';

const SHOWN_LINES = 40;

/** Only an explicit approval counts; anything else is a refusal. */
export async function askPutBack(
  path: string,
  diff: string,
  { app, person }: Pick<Run, 'app' | 'person'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { turn: say } = await loadWords(app.settings.lang);
  const shown = diff.split('\n').slice(0, SHOWN_LINES).join('\n');
  const view = { title: say.wroteWhatRuns(path), body: [{ type: 'diff' as const, diff: shown }] };
  person.emit({ type: 'notice', level: 'warn', view });
  return (await askYesNo(person, `${say.putItBack}?`, [say.putItBack, say.leaveItAside], signal)) === 'yes';
}

/** Warns about a file written by a program that still ran while no call could ask; the next call asks. */
export async function tellAside(path: string, { app, person }: Pick<Run, 'app' | 'person'>): Promise<void> {
  const { turn: say } = await loadWords(app.settings.lang);
  person.emit({ type: 'notice', level: 'warn', view: { title: say.wroteWhatRuns(path) } });
}
