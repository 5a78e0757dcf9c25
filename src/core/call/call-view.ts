/** How a call is drawn for the person: before it runs, and once it has ended. */

import type { Tool } from '../../protocol/tool.ts';
import type { View } from '../../protocol/view.ts';
import type { CallEnd } from './call-results.ts';

/** Marks the view with the kind of call it shows. */
export function withKind({ looks, effect }: Tool, view: View): View {
  const kind = looks ?? (effect === 'edit' || effect === 'run' ? effect : undefined);
  return kind ? { ...view, kind } : view;
}

export function endView(tool: Tool, args: unknown, { outcome, printed = outcome, shown }: CallEnd): View {
  if (outcome.status === 'ok' || outcome.result) return withKind(tool, tool.view(args, printed));
  const { title } = tool.view(args);
  return withKind(tool, { title, body: [{ type: 'text', text: shown ?? outcome.error }] });
}

/** The view of a call that no tool could read. */
export function unreadView(title: string, { shown }: CallEnd): View {
  return shown === undefined ? { title } : { title, body: [{ type: 'text', text: shown }] };
}
