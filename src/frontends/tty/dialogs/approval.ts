/** An approval: the command or the change, the reasons, then y, n or always. Never a yes unless the person says so. */

import { visible } from '../../../base/text/visible.ts';
import type { Scope } from '../../../protocol/policy.ts';
import type { ApprovalRequest } from '../../../protocol/request.ts';
import { blockLines, type Drawing } from '../draw/draw-block.ts';
import { callHead } from '../draw/draw-call.ts';
import type { Size } from '../screen/screen.ts';
import { type Line, lineWidth, span, wrapSaid } from '../screen/spans.ts';
import { commandLines, oneLine, partLines, radiusLines, reasonsOf, unhidden } from './approval-lines.ts';
import { type Asked, fitsAbove, questionRows } from './approval-rows.ts';
import { type Dialog, type DialogResult, type KeyEffect, NO, YES } from './dialog.ts';
import { editScope, scopeDialog } from './scope.ts';

const NO_BECAUSE = /^(?:n|no|否)[\s,，:：]+(\S[\s\S]*)$/i;
/** A person who types the whole word, or a reason, has pressed the next key within this time. */
const WORD_MS = 300;
const REASON_MS = 800;
const ALWAYS = /^(?:a|always)$/i;
const TRY = /^(?:t|try)$/i;

interface Extras {
  /** Advice about the rules, shown below the reasons. */
  advice?: string;
  /** Called when the whole change was shown, so that the call need not show it again. */
  viewed?(): void;
}

export function approvalDialog(request: ApprovalRequest, size: Size, drawing: Drawing, extras: Extras = {}): Dialog {
  const { approvals } = drawing.style;
  if (approvals === 'live' && fitsAbove(request, size, drawing)) return liveDialog(request, size, drawing, extras, {});
  const what = [
    ...headLines(request, drawing),
    ...commandLines(request, drawing),
    ...partLines(request, drawing),
    ...radiusLines(request, drawing),
  ];
  const { theme, messages } = drawing;
  const reasons = reasonsOf(request, drawing).map((text): Line => [span(`${messages.because}: ${text}`, theme.notice)]);
  const advice: Line[] = extras.advice === undefined ? [] : [[span(extras.advice, theme.secondary)]];
  const why = [...reasons, ...advice].flatMap((line) => wrapSaid(line, size.columns));
  const body = (request.view.body ?? []).flatMap((block) => blockLines(unhidden(block), size.columns, drawing));
  if (body.length > 0) extras.viewed?.();
  return pages(what, size, drawing, (last) => askDialog(request, [...last, ...body, ...why], drawing));
}

/** Shows page by page what does not fit the screen; the call can be allowed only after the last page. */
function pages(lines: readonly Line[], size: Size, drawing: Drawing, last: (lines: readonly Line[]) => Dialog): Dialog {
  const room = Math.max(3, size.rows - 5);
  let rows = 0;
  const fits = lines.findIndex((line) => {
    rows += Math.max(1, Math.ceil(lineWidth(line) / size.columns));
    return rows > room;
  });
  if (fits < 0) return last(lines);
  const shown = lines.slice(0, Math.max(1, fits));
  const rest = lines.slice(shown.length);
  if (rest.length === 0) return last(lines);
  return {
    lines: shown,
    hint: [[span(drawing.messages.moreBelow(rest.length), drawing.theme.notice)]],
    takesPaste: false,
    submit: () => ({ type: 'next', dialog: pages(rest, size, drawing, last) }),
    escape: () => ({ type: 'cancel' }),
  };
}

/** Shows the whole question above the input while it waits; lines that stay are printed with the answer. */
function liveDialog(request: ApprovalRequest, size: Size, drawing: Drawing, extras: Extras, asked: Asked): Dialog {
  const again = (next: Asked): Dialog => liveDialog(request, size, drawing, extras, { ...asked, ...next });
  const dialog = answering(request, drawing, {
    back: () => again({}),
    complain: (complaint) => again({ complaint }),
  });
  const body = (request.view.body ?? []).filter(({ type }) => type !== 'text');
  const view = (): DialogResult => {
    extras.viewed?.();
    const lines = body.flatMap((block) => blockLines(unhidden(block), size.columns, drawing));
    return { type: 'next', dialog: { ...again({ isViewed: true }), lines } };
  };
  const keys: Record<string, KeyEffect> = {
    ...dialog.keys,
    '?': { type: 'now', result: () => ({ type: 'next', dialog: again({ isExplained: true }) }) },
    ...(body.length > 0 && !asked.isViewed && { v: { type: 'now', result: view } }),
  };
  return {
    ...dialog,
    keys,
    lines: [],
    get hint() {
      const always = Object.hasOwn(keys, 'a');
      const tries = Object.hasOwn(keys, 't');
      return questionRows(request, { ...asked, always, tries, advice: extras.advice }, size, drawing);
    },
  };
}

function askDialog(request: ApprovalRequest, lines: readonly Line[], drawing: Drawing, complaint?: string): Dialog {
  const { theme, messages } = drawing;
  const question = offersAlways(request) ? messages.askYesNoAlways : messages.askYesNo;
  const orTry = request.choices.includes('try') ? messages.orTry : '';
  return {
    ...answering(request, drawing, {
      back: () => askDialog(request, [], drawing),
      complain: (text) => askDialog(request, [], drawing, text),
    }),
    lines,
    hint: [...(complaint ? [[span(complaint, theme.notice)]] : []), [span(`${question}${orTry}`, theme.notice)]],
  };
}

interface Ways {
  back(): Dialog;
  complain(text: string): Dialog;
}

/** What each line or key leads to, however the question is drawn. */
function answering(
  request: ApprovalRequest,
  drawing: Drawing,
  { back, complain }: Ways,
): Omit<Dialog, 'lines' | 'hint'> {
  const { theme, messages, style } = drawing;
  const isLive = style.approvals === 'live';
  const offers = offersAlways(request);
  const tries = request.choices.includes('try');
  const isRisk = request.reasons.some(({ risk }) => risk);
  const again = (text: string): DialogResult => ({ type: 'next', dialog: complain(text) });
  const notAnAnswer = offers ? messages.notAnAnswerAlways : messages.notAnAnswer;
  const ways = { back, done: always, name, isLive };
  const inPlace = (dialog: Dialog): DialogResult => ({ type: 'next', dialog: isLive ? live(dialog) : dialog });
  const [narrowest] = request.scopes;
  const word = (text: string, ms = WORD_MS): KeyEffect => ({ type: 'unless more', word: text, ms });
  return {
    takesPaste: true,
    keys: {
      y: word('yes'),
      是: word('是'),
      n: word('no', REASON_MS),
      否: word('否', REASON_MS),
      ...(offers && { a: word('always') }),
      ...(tries && { t: word('try') }),
      ...(offers &&
        narrowest?.pattern !== undefined && {
          e: { type: 'now' as const, result: () => inPlace(editScope(narrowest, drawing, ways)) },
        }),
    },
    escape: () => ({ type: 'cancel' }),
    submit(typed) {
      const text = typed.trim();
      if (text === '' && isRisk) return again(notAnAnswer);
      if (text === '' || NO.test(text)) return no(undefined, drawing);
      const why = NO_BECAUSE.exec(text)?.[1];
      if (why !== undefined) return no(why, drawing);
      if (YES.test(text)) return yes(drawing);
      if (tries && TRY.test(text)) return { type: 'answer', answer: { kind: 'approval', choice: 'try' }, lines: [] };
      if (!ALWAYS.test(text)) return again(notAnAnswer);
      return offers ? inPlace(scopeDialog(request, drawing, ways)) : again(messages.alwaysNotOffered(tries));
    },
  };

  function name({ permission, pattern }: Scope): string {
    if (pattern !== undefined) return visible(pattern);
    if (request.view.kind === 'edit') return messages.everyEdit;
    return messages.everyCallOf(request.tools?.join(', ') ?? permission);
  }

  function always(scope: Scope, lifetime: 'session' | 'project'): DialogResult {
    const text = messages.alwaysAllowed(name(scope), messages.lifetimes[lifetime]);
    return {
      type: 'answer',
      answer: { kind: 'approval', choice: 'always', scope, lifetime },
      lines: [[span(`  ${text}`, theme.success)]],
      ...(isLive && { isTight: true }),
    };
  }
}

/** Shows above the input, while it waits, the lines that a dialog would print. */
function live(dialog: Dialog): Dialog {
  return {
    ...dialog,
    lines: [],
    hint: [...dialog.lines, ...dialog.hint],
    submit(typed) {
      const step = dialog.submit(typed);
      return step.type === 'next' ? { type: 'next', dialog: live(step.dialog) } : step;
    },
  };
}

function offersAlways({ choices, scopes }: ApprovalRequest): boolean {
  return choices.includes('always') && scopes.length > 0;
}

/** A live question leaves no line, because the call's row shows the outcome. */
function yes({ theme, messages, style }: Drawing): DialogResult {
  const lines: Line[] = style.approvals === 'live' ? [] : [[span(`  ${messages.approved}`, theme.success)]];
  return { type: 'answer', answer: { kind: 'approval', choice: 'yes' }, lines };
}

function no(why: string | undefined, { theme, messages, style }: Drawing): DialogResult {
  const said = why === undefined ? messages.refused : messages.refusedBecause(visible(oneLine(why)));
  const answer = { kind: 'approval', choice: 'no', ...(why !== undefined && { why }) } as const;
  return { type: 'answer', answer, lines: style.approvals === 'live' ? [] : [[span(`  ${said}`, theme.failure)]] };
}

function headLines({ call, view, command }: ApprovalRequest, { theme, messages }: Drawing): Line[] {
  const title = command === undefined ? view.title : '';
  return [[span(`${messages.approval}: ${callHead(call.name, { ...view, title })}`, theme.notice)]];
}
