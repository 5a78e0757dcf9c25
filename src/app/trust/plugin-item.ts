/** A plugin inside a project as one item to trust, with all its files. */

import { join } from 'node:path';
import { relativeTo } from '../../base/files/paths.ts';
import { showEntry } from '../../integrations/mcp/shown-entry.ts';
import { contentOf } from '../../integrations/plugins/content.ts';
import { loadPlugin } from '../../integrations/plugins/load-plugin.ts';
import type { TrustItem } from '../../protocol/trust.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { itemOf, readPart } from './part.ts';

const MOST_FILES = 500;

/** `undefined` if there is no plugin in that folder. */
export function pluginItem(root: string, folder: string): TrustItem | undefined {
  const name = relativeTo(root, folder);
  const loaded = loadPlugin({ folder, cwd: root, env: {}, dataOf: () => join(folder, 'data') });
  if (!loaded.ok) return undefined;
  const content = contentOf(folder);
  if (!content.ok || content.leaving.length > 0) return itemOf('plugin', name, [{ path: name, problem: 'leads-out' }]);
  if (content.files.length > MOST_FILES) return itemOf('plugin', name, [{ path: name, problem: 'too-many' }]);
  const { plugin } = loaded;
  const shows = [
    ...plugin.servers.flatMap((server) => [extensionFault('showsServer', server.name), ...showEntry(server.raw)]),
    ...plugin.hooks.map(({ value }) => extensionFault('showsHooks', JSON.stringify(value))),
  ];
  const parts = content.files.map(({ path }) => readPart(root, `${name}/${path}`, 'runs'));
  return itemOf('plugin', name, parts, shows);
}
