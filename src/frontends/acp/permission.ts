/** An approval in the protocol's form: every byte of the command or the whole change, the reasons, and the choices. */

import { fenceFor } from '../../base/text/fence.ts';
import { formatBytes } from '../../base/text/format-number.ts';
import type { Scope } from '../../protocol/policy.ts';
import type { Answer, ApprovalRequest, PickRequest } from '../../protocol/request.ts';
import type { Words } from '../../words/words.ts';
import { type KnownCall, viewContents } from './call-content.ts';
import type { ReadText } from './file-diffs.ts';
import { type CallContent, type CallFields, type PermissionOption, textContent } from './wire.ts';

export interface Permission {
  toolCall: CallFields;
  options: PermissionOption[];
}

export async function permissionOf(
  request: ApprovalRequest,
  toolCallId: string,
  known: KnownCall,
  cwd: string,
  readText: ReadText,
  words: Words,
): Promise<Permission> {
  const { view, command } = request;
  const line = command?.line ?? known.facts?.line;
  const { content, locations } = await viewContents(view, known, cwd, 'before', readText);
  const shown = line === undefined ? content : [textContent(exactly(line))];
  const { kind, rawInput, locations: named } = known.fields;
  const places = locations.length > 0 ? locations : named;
  return {
    toolCall: {
      toolCallId,
      title: line ?? view.title,
      status: 'pending',
      ...(kind && { kind }),
      content: [...shown, whyContent(request, cwd, words)],
      ...(places && { locations: places }),
      rawInput,
    },
    options: optionsOf(request, words),
  };
}

/** `undefined` if the client dismissed the dialog, as it does when a turn is cancelled. */
export function answerOf({ scopes }: ApprovalRequest, optionId: string | undefined): Answer | undefined {
  if (optionId === undefined) return undefined;
  if (optionId === 'yes') return { kind: 'approval', choice: 'yes' };
  const scope = scopes.find((_, index) => optionId === `always-${index}`);
  if (scope) return { kind: 'approval', choice: 'always', scope, lifetime: 'session' };
  return { kind: 'approval', choice: 'no' };
}

/** Asks for a choice of a command (`/undo` confirms, `/resume` lists) in the same way, which every client supports. */
export function pickOf({ id, title, options }: PickRequest, words: Words): Permission {
  return {
    toolCall: { toolCallId: id, title, kind: 'other', status: 'pending' },
    options: [
      ...options.map((name, index) => ({ optionId: `pick-${index}`, name, kind: 'allow_once' as const })),
      { optionId: 'none', name: words.acp.none, kind: 'reject_once' },
    ],
  };
}

export function pickedOf(optionId: string | undefined): Answer {
  const index = /^pick-(\d+)$/.exec(optionId ?? '')?.[1];
  return { kind: 'pick', picked: index === undefined ? null : Number(index) };
}

function optionsOf({ choices, scopes }: ApprovalRequest, { acp: say }: Words): PermissionOption[] {
  const always = choices.includes('always') ? scopes : [];
  return [
    { optionId: 'yes', name: say.yes, kind: 'allow_once' },
    ...always.map((scope, index) => ({
      optionId: `always-${index}`,
      name: say.always(scopeName(scope)),
      kind: 'allow_always' as const,
    })),
    { optionId: 'no', name: say.no, kind: 'reject_once' },
  ];
}

function scopeName({ permission, pattern }: Scope): string {
  return pattern ?? permission;
}

function whyContent(request: ApprovalRequest, cwd: string, { acp, screen }: Words): CallContent {
  const { reasons, command, radius, parts = [], tools = [] } = request;
  const lines = reasons.map(({ text }) => `- ${text}`);
  if (command?.cwd !== undefined && command.cwd !== cwd) lines.push(`- ${screen.inFolder(command.cwd)}`);
  if (parts.length > 1) lines.push(`- ${screen.parts(parts.length)}`, ...parts.map((part) => `  - \`${part}\``));
  if (radius) {
    const { files, bytes, isPartial, top, outside, unknown } = radius;
    const folders = top.map((each) => `${each.folder} (${each.files})`).join(', ');
    const count = `${files}${isPartial ? '+' : ''}`;
    const none = isPartial ? screen.radiusUncounted : screen.radiusNothing;
    lines.push(`- ${files === 0 ? none : screen.radius(count, formatBytes(bytes), folders)}`);
    if (outside.length > 0) lines.push(`- ${screen.radiusOutside(outside.join(', '))}`);
    if (unknown.length > 0) lines.push(`- ${screen.radiusUnknown(unknown.join(', '))}`);
  }
  if (tools.length > 1) lines.push(`- ${acp.covers(tools.join(', '))}`);
  return textContent(`${acp.why}\n${lines.join('\n')}`);
}

/** Fences the line with nothing left out or cleaned, because this is what would run. */
function exactly(line: string): string {
  const fence = fenceFor(line);
  return `${fence}sh\n${line}\n${fence}`;
}
