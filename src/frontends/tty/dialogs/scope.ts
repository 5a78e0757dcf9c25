/** The scope of `always`: a pattern from narrow to wide, or a custom one, and for how long. */

import { visible } from '../../../base/text/visible.ts';
import type { Scope } from '../../../protocol/policy.ts';
import type { ApprovalRequest } from '../../../protocol/request.ts';
import type { Drawing } from '../draw/draw-block.ts';
import { type Line, span } from '../screen/spans.ts';
import type { Dialog, DialogResult, KeyEffect } from './dialog.ts';

interface Ways {
  back(): Dialog;
  done(scope: Scope, lifetime: 'session' | 'project'): DialogResult;
  /** The scope as a person reads it. */
  name(scope: Scope): string;
  /** True if the lines of a dialog are shown while it waits, and not printed. */
  isLive: boolean;
}

const SHOWN_COVERED = 4;
const LIFETIMES = ['session', 'project'] as const;
/** A person who types a number of two digits, or Enter after it, has pressed the next key within this time. */
const NUMBER_MS = 300;

type Scopes = Pick<ApprovalRequest, 'scopes' | 'covered'>;

/** If there is only one scope, asks at once how long it should last. */
export function scopeDialog(request: Scopes, drawing: Drawing, ways: Ways): Dialog {
  const [only, ...others] = request.scopes;
  if (!only || others.length > 0) return chooseDialog(request, drawing, ways);
  const dialog = lifetimeDialog(only, drawing, ways, only.pattern !== undefined);
  const [title = [], ...lifetimes] = dialog.lines;
  return { ...dialog, lines: [title, ...coveredLines(request.covered?.[0] ?? [], drawing), ...lifetimes] };
}

function chooseDialog(request: Scopes, drawing: Drawing, ways: Ways): Dialog {
  const { theme, messages } = drawing;
  const { scopes, covered = [] } = request;
  const [narrowest] = scopes;
  const choices = scopes.flatMap((scope, index): Line[] => [
    [span(`  ${index + 1}. ${ways.name(scope)}`, theme.choice)],
    ...coveredLines(covered[index] ?? [], drawing),
  ]);
  return {
    lines: [[span(messages.scopeTitle, theme.notice)], ...choices],
    hint: [[span(messages.askScope, theme.notice)]],
    takesPaste: false,
    keys: { ...numberKeys(scopes.length), ...(narrowest?.pattern !== undefined && { e: key('e') }) },
    escape: () => ({ type: 'cancel' }),
    submit(typed) {
      const text = typed.trim();
      if (text === '') return { type: 'next', dialog: ways.back() };
      if (text.toLowerCase() === 'e' && narrowest?.pattern !== undefined) {
        return { type: 'next', dialog: editScope(narrowest, drawing, ways) };
      }
      const chosen = /^\d+$/.test(text) ? scopes[Number(text) - 1] : undefined;
      if (chosen) return { type: 'next', dialog: lifetimeDialog(chosen, drawing, ways) };
      return { type: 'next', dialog: complain(chooseDialog(request, drawing, ways), scopes.length, drawing, ways) };
    },
  };
}

/** Recent commands that the scope would have allowed. */
function coveredLines(lines: readonly string[], { theme, messages }: Drawing): Line[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, SHOWN_COVERED).map((line) => visible(line.replace(/\s*\n\s*/g, ' ')));
  return [[span(`     ${messages.wouldCover(shown.join(' · '), lines.length - shown.length)}`, theme.secondary)]];
}

/** Asks for a custom pattern, starting with the narrowest. */
export function editScope(scope: Scope, drawing: Drawing, ways: Ways): Dialog {
  return {
    lines: [],
    hint: [[span(drawing.messages.askPattern, drawing.theme.notice)]],
    prefill: scope.pattern ?? '',
    takesPaste: true,
    escape: () => ({ type: 'cancel' }),
    submit(typed) {
      const pattern = typed.trim();
      if (pattern === '') return { type: 'next', dialog: ways.back() };
      return { type: 'next', dialog: lifetimeDialog({ ...scope, pattern }, drawing, ways) };
    },
  };
}

function lifetimeDialog(scope: Scope, drawing: Drawing, ways: Ways, canEdit = false): Dialog {
  const { theme, messages } = drawing;
  const choices = LIFETIMES.map((lifetime, index): Line => {
    return [span(`  ${index + 1}. ${messages.lifetimes[lifetime]}`, theme.choice)];
  });
  return {
    lines: [[span(messages.lifetimeTitle(ways.name(scope)), theme.notice)], ...choices],
    hint: [[span(canEdit ? messages.askLifetimeOrEdit : messages.askLifetime, theme.notice)]],
    takesPaste: false,
    keys: { ...numberKeys(LIFETIMES.length), ...(canEdit && { e: key('e') }) },
    escape: () => ({ type: 'cancel' }),
    submit(typed) {
      const text = typed.trim();
      if (text === '') return { type: 'next', dialog: ways.back() };
      if (canEdit && text.toLowerCase() === 'e') return { type: 'next', dialog: editScope(scope, drawing, ways) };
      const lifetime = /^[12]$/.test(text) ? LIFETIMES[Number(text) - 1] : undefined;
      if (lifetime) return ways.done(scope, lifetime);
      const again = lifetimeDialog(scope, drawing, ways, canEdit);
      return { type: 'next', dialog: complain(again, LIFETIMES.length, drawing, ways) };
    },
  };
}

/** Asks again; choices that were printed are not repeated. */
function complain(again: Dialog, count: number, { theme, messages }: Drawing, { isLive }: Ways): Dialog {
  const complaint: Line = [span(messages.notANumber(count), theme.notice)];
  return { ...again, lines: isLive ? again.lines : [], hint: [complaint, ...again.hint] };
}

function numberKeys(count: number): Record<string, KeyEffect> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index + 1), key(String(index + 1))]));
}

function key(word: string): KeyEffect {
  return { type: 'unless more', word, ms: NUMBER_MS };
}
