/** The hooks of a project as items to trust, one each, with every file of the project that they name. */

import { join } from 'node:path';
import { readRegular } from '../../base/files/regular-file.ts';
import { objectIn } from '../../config/jsonc.ts';
import { MOST_BYTES } from '../../config/settings-file.ts';
import { type Hook, readHooks } from '../../integrations/hooks/read.ts';
import type { HookSource } from '../../integrations/hooks/source.ts';
import type { TrustItem } from '../../protocol/trust.ts';
import { inTheirWords } from '../../words/fault.ts';
import { agentSources, agentsIn } from '../hooks/hook-sources.ts';
import { entryItem, type ProjectFolders } from './items.ts';

export function hookItem({ cwd, root }: ProjectFolders, hook: Hook): TrustItem {
  const { handler, event, matcher, raw } = hook;
  const texts = handler.type === 'command' ? [handler.command, ...(handler.args ?? [])] : [];
  const label = matcher === '' ? event : `${event}(${matcher})`;
  return entryItem({
    kind: 'hook',
    root,
    file: hook.from.file,
    entry: hook.entry,
    value: raw,
    texts,
    folder: cwd,
    shows: [
      label,
      ...(texts.length > 0 ? [texts.join(' ')] : []),
      ...(handler.type === 'http' ? [handler.url] : []),
    ].map(inTheirWords),
  });
}

/** `settings` are the project's own. */
export function hooksOf(project: ProjectFolders & { home: string }, settings: Record<string, unknown>): TrustItem[] {
  const { cwd, home } = project;
  const own: HookSource = {
    source: 'project',
    dialect: 'coder',
    file: join(cwd, '.coder', 'config.json'),
    hooks: settings.hooks,
    place: () => '',
  };
  const agents = agentsIn(userHooks(home));
  const others = agents.length > 0 ? agentSources(agents, project).sources : [];
  return [own, ...others].flatMap((source) => readHooks(source).hooks.map((hook) => hookItem(project, hook)));
}

/** The hooks in the user's settings; errors in them are reported when they are loaded. */
function userHooks(home: string): unknown {
  const found = readRegular(join(home, 'config.json'), MOST_BYTES);
  if (typeof found === 'string' || found.size > MOST_BYTES) return undefined;
  return objectIn(found.bytes.toString('utf8'))?.hooks;
}
