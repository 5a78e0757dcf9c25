/** Finds agents: Markdown files whose front matter says what an agent is for and may use, and whose text is its prompt. */

import { basename, join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { filesBelow } from '../base/files/files-below.ts';
import { readOwned, readRegular } from '../base/files/regular-file.ts';
import { showHidden } from '../base/text/hidden-characters.ts';
import { startOf } from '../base/text/truncate.ts';
import type { Fault } from '../protocol/fault.ts';
import type { Agent } from '../protocol/mode.ts';
import { extensionFault } from '../words/extension-fault.ts';
import { knownTool } from './agent-tools.ts';
import type { Style } from './extension-folders.ts';
import { type FrontFields, frontList, frontText, readFront, splitFrontMatter } from './front-matter.ts';

export interface AgentsFolder {
  path: string;
  style: Style;
  /** Root of the project or plugin it belongs to; links in it must not lead elsewhere. */
  root?: string;
  /** True if these bytes of the project may be used; other files are left out. */
  admits?(path: string, bytes: Buffer): boolean;
  /** The plugin's name, put before each agent's name with a colon. */
  prefix?: string;
}

export interface FoundAgents {
  agents: readonly Agent[];
  notices: readonly Fault[];
}

export interface KnownNames {
  /** True if coder has a tool of that name. */
  hasTool(name: string): boolean;
  /** True if the name is reserved. */
  isTaken(name: string): boolean;
}

const LONGEST_BYTES = 64 * 1024;
const LONGEST_SUMMARY = 300;
const MOST = 200;
const DEPTH = 2;
const NAME = /^[a-z0-9][\w.-]{0,63}$/i;

/** The first folder that defines a name wins, and a notice names both files. */
export function findAgents(folders: readonly AgentsFolder[], names: KnownNames): FoundAgents {
  const agents = new Map<string, { agent: Agent; path: string }>();
  const notices: Fault[] = [];
  for (const folder of folders) {
    const files = filesBelow(folder.path, { depth: DEPTH, most: MOST, isWanted: (name) => name.endsWith('.md') });
    for (const file of files) {
      const path = join(folder.path, file);
      const found = readAgent(path, folder, names);
      notices.push(...found.notices);
      const { agent } = found;
      if (!agent) continue;
      const twin = agents.get(agent.name);
      if (names.isTaken(agent.name)) notices.push(extensionFault('agentTaken', path, agent.name));
      else if (twin) notices.push(extensionFault('agentShadowed', agent.name, twin.path, path));
      else agents.set(agent.name, { agent, path });
    }
  }
  return { agents: [...agents.values()].map(({ agent }) => agent), notices };
}

interface ReadAgent {
  agent?: Agent;
  notices: Fault[];
}

function readAgent(path: string, folder: AgentsFolder, names: KnownNames): ReadAgent {
  const skipped = (what: Fault): ReadAgent => ({ notices: [extensionFault('agentSkipped', path, what)] });
  const bytes = bytesOf(path, folder.root);
  if ('says' in bytes) return skipped(bytes);
  if (folder.admits && !folder.admits(path, bytes)) return { notices: [] }; // said where all of these are listed
  const { front, body } = splitFrontMatter(showHidden(bytes.toString('utf8')));
  if (front === undefined) return skipped(extensionFault('noFrontMatter'));
  const fields = readFront(front);
  const own = frontText(fields, 'name') ?? (folder.style === 'opencode' ? basename(path, '.md') : undefined);
  if (own === undefined) return skipped(extensionFault('noName'));
  if (!NAME.test(own)) return skipped(extensionFault('agentName'));
  const description = frontText(fields, 'description');
  const problem = fields.badLine === undefined ? undefined : extensionFault('notKeyValue', String(fields.badLine));
  if (description === undefined)
    return skipped(problem === undefined ? extensionFault('noDescription') : extensionFault('badFrontMatter', problem));
  if (frontText(fields, 'mode') === 'primary') return skipped(extensionFault('agentPrimary'));
  const isIsolated = frontText(fields, 'isolation') === 'worktree';
  const tools = toolsOf(fields, names);
  if ('unknown' in tools) return skipped(extensionFault('agentUnknownTool', tools.unknown));
  const unknown = [...fields.fields.keys()].filter((key) => !KNOWN.has(key) || (key === 'isolation' && !isIsolated));
  const prompt = promptOf(body, frontList(fields, 'skills'));
  const steps = Number(frontText(fields, 'maxTurns') ?? frontText(fields, 'max_turns') ?? frontText(fields, 'steps'));
  const model = folder.style === 'coder' ? frontText(fields, 'model') : undefined; // other agents' model names mean nothing here
  const agent: Agent = {
    name: folder.prefix === undefined ? own : `${folder.prefix}:${own}`,
    summary: startOf(description.replace(/\s+/g, ' '), LONGEST_SUMMARY),
    kind: 'sub',
    ...(tools.only && { only: tools.only }),
    off: tools.off,
    prompt,
    ...(model !== undefined && model !== 'inherit' && { model }),
    ...(Number.isInteger(steps) && steps > 0 && { maxSteps: Math.min(steps, 10_000) }),
    ...(frontText(fields, 'permissionMode') === 'plan' && { within: 'plan' }),
    ...(isIsolated && { isolation: 'worktree' as const }),
  };
  return {
    agent,
    notices: [
      ...(problem === undefined ? [] : [extensionFault('agentFrontMatter', path, problem)]),
      ...(unknown.length > 0 && problem === undefined
        ? [extensionFault('agentWithoutEffect', path, unknown.join(', '))]
        : []),
      ...(tools.missing.length > 0 ? [extensionFault('agentMissingTools', path, tools.missing.join(', '))] : []),
    ],
  };
}

/** Fields with a meaning, and purely cosmetic ones. */
const KNOWN = new Set([
  'name',
  'description',
  'tools',
  'disallowedTools',
  'model',
  'permissionMode',
  'maxTurns',
  'max_turns',
  'steps',
  'skills',
  'isolation',
  'mode',
  'kind',
  'color',
  'temperature',
  'timeout_mins',
]);

interface Tools {
  only?: readonly string[];
  off: readonly string[];
  missing: readonly string[];
}

/** Reads a list of tools, or a table of tools that are on or off. */
function toolsOf(fields: FrontFields, { hasTool }: KnownNames): Tools | { unknown: string } {
  const written = fields.fields.get('tools');
  const table = typeof written === 'object' && !Array.isArray(written) ? Object.entries(written) : undefined;
  const wanted = table ? undefined : frontList(fields, 'tools');
  const unwanted = [
    ...(frontList(fields, 'disallowedTools') ?? []),
    ...(table ?? []).flatMap(([name, value]) => (value === 'false' ? [name] : [])),
  ];
  const missing: string[] = [];
  const known = (names: readonly string[]) =>
    names.flatMap((name) => {
      const found = knownTool(name, hasTool);
      if (found === 'without-counterpart') missing.push(name);
      return typeof found === 'object' ? [found.tool] : [];
    });
  const unknown = [...(wanted ?? []), ...unwanted].find((name) => knownTool(name, hasTool) === 'unknown');
  if (unknown !== undefined) return { unknown };
  const hasAll = wanted === undefined || wanted.some((name) => knownTool(name, hasTool) === 'all');
  const only = hasAll ? undefined : known(wanted);
  const off = unwanted.some((name) => knownTool(name, hasTool) === 'all') && table ? ['*'] : known(unwanted);
  if (off.includes('*')) {
    const on = (table ?? []).flatMap(([name, value]) => (value === 'true' ? [name] : []));
    return { only: known(on), off: [], missing };
  }
  return { ...(only && { only }), off, missing };
}

function promptOf(body: string, skills: readonly string[] | undefined): string {
  const first = skills && skills.length > 0 ? `\n\nBefore you begin, load these skills: ${skills.join(', ')}.` : '';
  return `${body.trim()}${first}`;
}

function bytesOf(path: string, root: string | undefined): Buffer | Fault {
  try {
    const found = root === undefined ? readRegular(path, LONGEST_BYTES) : readOwned(path, root, LONGEST_BYTES);
    if (found === 'foreign') return extensionFault('foreign');
    if (typeof found === 'string' || found.size > LONGEST_BYTES) return extensionFault('notAText');
    return found.bytes;
  } catch (error) {
    if (codeOf(error)) return extensionFault('unreadable');
    throw error;
  }
}
