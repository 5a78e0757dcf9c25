/** Where people keep what they wrote for coder or another agent, coder's own folders first. */

import { join } from 'node:path';

/** The agent whose conventions the files in a folder follow. */
export type Style = 'coder' | 'claude' | 'opencode' | 'gemini' | 'codex';

export interface ExtensionFolder {
  path: string;
  style: Style;
}

type Row = readonly [folder: string, style: Style];

/** Relative to the working folder. */
const AGENTS: readonly Row[] = [
  ['.coder/agents', 'coder'],
  ['.claude/agents', 'claude'],
  ['.opencode/agent', 'opencode'],
  ['.opencode/agents', 'opencode'],
  ['.gemini/agents', 'gemini'],
  ['.qwen/agents', 'gemini'],
];
const COMMANDS: readonly Row[] = [
  ['.coder/commands', 'coder'],
  ['.claude/commands', 'claude'],
  ['.opencode/command', 'opencode'],
  ['.opencode/commands', 'opencode'],
  ['.gemini/commands', 'gemini'],
  ['.qwen/commands', 'gemini'],
];
export const PROJECT_SKILLS: readonly string[] = ['.coder/skills', '.claude/skills', '.agents/skills'];

/** The same in the user's home, except for agents that keep theirs elsewhere. */
const CONFIG_FOLDER = /^\.opencode\//;
const inHome = (folder: string) => folder.replace(CONFIG_FOLDER, '.config/opencode/');

export function agentFolders(folder: string): ExtensionFolder[] {
  return AGENTS.map(([path, style]) => ({ path: join(folder, path), style }));
}

export function commandFolders(folder: string): ExtensionFolder[] {
  return COMMANDS.map(([path, style]) => ({ path: join(folder, path), style }));
}

/** Omits coder's own folder, which may be elsewhere. */
export function homeFolders(home: string, kind: 'agents' | 'commands'): ExtensionFolder[] {
  const rows = (kind === 'agents' ? AGENTS : COMMANDS).filter(([, style]) => style !== 'coder');
  const more: readonly Row[] = kind === 'commands' ? [['.codex/prompts', 'codex']] : [];
  return [...rows, ...more].map(([path, style]) => ({ path: join(home, inHome(path)), style }));
}

export function homeSkills(home: string): string[] {
  return ['.claude/skills', '.agents/skills'].map((folder) => join(home, folder));
}
