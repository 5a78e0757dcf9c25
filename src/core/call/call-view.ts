/** How a call is drawn for the person: before it runs, and once it has ended. */

import type { Use } from '../../protocol/policy.ts';
import type { Tool } from '../../protocol/tool.ts';
import type { View } from '../../protocol/view.ts';
import type { PolicyWords } from '../../words/en/policy.ts';
import type { CallEnd } from './call-results.ts';

/** Marks the view with the kind of call it shows. */
export function withKind(tool: Tool, view: View): View {
  const { looks, effect } = tool;
  const kind = looks ?? (effect === 'edit' || effect === 'run' ? effect : undefined);
  return kind ? { ...view, kind, ...shellMark(tool) } : view;
}

/** The view of a call that the person is asked about. */
export function askedView(tool: Tool, view: View, { command }: Use, say: PolicyWords): View {
  const shown = withKind(tool, view);
  if (!command?.interactive) return shown;
  return { ...shown, body: [...(shown.body ?? []), { type: 'text', text: say.coversTyping }] };
}

/** The first view of a call that no tool could read: its name. */
export function unreadStart(name: string, tool: Tool | undefined): View {
  return { title: name, ...shellMark(tool) };
}

function shellMark(tool: Tool | undefined): Pick<View, 'isShell'> {
  return tool?.forLine ? { isShell: true } : {};
}

export function endView(tool: Tool, args: unknown, { outcome, printed = outcome, shown }: CallEnd): View {
  if (outcome.status === 'ok' || outcome.result)
    return withKind(tool, { ...tool.view(args, printed), ...errorField(shown) });
  const { title, fact } = tool.view(args);
  return withKind(tool, {
    title,
    ...(fact && { fact }),
    body: [{ type: 'text', text: shown ?? outcome.error }],
    ...errorField(shown),
  });
}

/** The view of a call that no tool could read. */
export function unreadView(title: string, { shown }: CallEnd): View {
  return shown === undefined ? { title } : { title, body: [{ type: 'text', text: shown }], error: shown };
}

function errorField(shown: string | undefined): Pick<View, 'error'> {
  return shown === undefined ? {} : { error: shown };
}
