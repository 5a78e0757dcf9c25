/** Loads a plugin from its folder: detects its layout and reads its contents; runs and fetches nothing. */

import { realpathSync } from 'node:fs';
import { codeOf } from '../../base/errors.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { loadAgentPlugin } from './agent-plugin.ts';
import { CLAUDE_MANIFEST, loadClaudePlugin } from './claude-plugin.ts';
import { GEMINI_MANIFESTS, loadGeminiPlugin } from './gemini-plugin.ts';
import { kindOf, readJson } from './inside.ts';
import type { LoadedPlugin, LoadPluginOptions } from './plugin.ts';

export function loadPlugin(options: LoadPluginOptions): LoadedPlugin {
  const root = realFolder(options.folder);
  if (root === undefined) return { ok: false, problem: extensionFault('pluginNoFolder', options.folder) };
  if (kindOf(root, 'plugin.json') !== 'missing') return loadAgentPlugin(root, options);
  if (kindOf(root, CLAUDE_MANIFEST) !== 'missing') return loadClaudePlugin(root, options);
  const gemini = GEMINI_MANIFESTS.find((file) => kindOf(root, file) !== 'missing');
  if (gemini !== undefined) return loadGeminiPlugin(root, gemini, options);
  return { ok: false, problem: missing(root) };
}

function realFolder(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (codeOf(error)) return undefined;
    throw error;
  }
}

/** A marketplace is a list of plugins: those that lie in it can be installed one by one. */
function missing(root: string): Fault {
  const market = readJson(root, '.claude-plugin/marketplace.json');
  const listed = market.ok && Array.isArray(market.value.plugins) ? market.value.plugins : [];
  const inside = listed.flatMap((each: unknown) =>
    isPlainObject(each) && typeof each.source === 'string' && each.source.startsWith('./') ? [each.source] : [],
  );
  const needed = ['plugin.json', CLAUDE_MANIFEST, ...GEMINI_MANIFESTS].join(', ');
  return inside.length > 0
    ? extensionFault('pluginMarketplace', inside.join(', '))
    : extensionFault('pluginNone', needed);
}
