/** The start screen: name and model, folder and branch, what to try, which keys there are. Pure. */

import { cleanLine } from '../../../base/text/sanitize.ts';
import { fitWidth, textWidth } from '../../../base/text/text-width.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { type Line, span } from '../screen/spans.ts';
import type { Theme } from '../screen/theme.ts';

export interface Greeting {
  /** `short`: one row, for a person who already knows coder. */
  form: 'full' | 'short';
  version: string;
  branch?: string;
}

interface BannerStatus {
  model: string;
  cwd: string;
}

const SEPARATOR = ' · ';
/** The built-in model, which needs no key. */
const BUILT_IN = 'offline';

/** At most four rows and a blank one; parts that do not fit a row are dropped from its end. */
export function bannerLines(
  { form, version, branch }: Greeting,
  { model, cwd }: BannerStatus,
  columns: number,
  theme: Theme,
  messages: ScreenWords,
): Line[] {
  const name = `coder ${version}`;
  const isOffline = model === BUILT_IN;
  const who = isOffline ? offlineParts(textWidth(name), columns, messages) : [cleanLine(model)];
  const keys = isOffline ? [] : messages.bannerKeys.slice(0, 1);
  const first = row([name, ...who, ...(form === 'short' ? keys : [])], columns);
  const title: Line = [span(name, theme.heading), span(first.slice(name.length), theme.secondary)];
  if (form === 'short') return [title, []];
  const where = row([cleanLine(cwd), ...(branch === undefined ? [] : [cleanLine(branch)])], columns);
  const rest = [where, row(messages.bannerTries, columns, messages.bannerTry), row(messages.bannerKeys, columns)];
  return [title, ...rest.map((text): Line => [span(text, theme.secondary)]), []];
}

/** Always names the command that connects a real model, even if little room is left. */
function offlineParts(taken: number, columns: number, { offlineModel, connectOne }: ScreenWords): string[] {
  const whole = [offlineModel, connectOne];
  const [login = ''] = connectOne.split(' ');
  return taken + textWidth(['', ...whole].join(SEPARATOR)) <= columns ? whole : [BUILT_IN, login];
}

/** Joins as many parts as fit; the first one is cut if it is too long. */
function row(parts: readonly string[], columns: number, lead = ''): string {
  const [first = '', ...others] = parts;
  let text = fitWidth(lead + first, columns);
  for (const part of others) {
    const longer = text + SEPARATOR + part;
    if (textWidth(longer) > columns) break;
    text = longer;
  }
  return text;
}
