/** The output of `coder plugin`. */

import { late } from '../../base/late.ts';
import type { PluginLayout } from '../../protocol/plugin.ts';

const layouts: Record<PluginLayout, string> = {
  'agent-plugins': 'Agent Plugins',
  claude: 'Claude’s layout',
  gemini: 'Gemini’s layout',
};

const words = () => ({
  usage: `usage: coder plugin install FOLDER|GIT-URL|npm:NAME [--path FOLDER-IN-IT] [--yes]
       coder plugin link FOLDER [--yes]
       coder plugin update [NAME] [--yes]
       coder plugin list|remove NAME|validate FOLDER [--json]`,
  layouts,
  parts: {
    skills: 'skills',
    commands: 'commands',
    agents: 'agents',
    servers: 'server',
    hooks: 'hook',
    languageServers: 'language servers',
    notes: 'text for the prompt',
    problem: (text: string) => `left out: ${text}`,
  },
  none: 'No plugins are installed. "coder plugin install FOLDER|GIT-URL|npm:NAME" installs one.',
  refused: (what: string, why: string) => `${what} is refused: ${why}`,
  valid: (name: string) => `${name} can be used.`,
  ask: (name: string) => `Use ${name} as it is? Its programs run with your privileges. [y/N] `,
  askUpdate: (name: string) => `Use ${name} as it is now? [y/N] `,
  notAsked: 'nothing was changed: no one is available to agree. Review the above and add --yes.',
  declined: 'Nothing was changed.',
  installed: (name: string) => `Installed ${name}.`,
  linked: (name: string, folder: string) =>
    `Linked ${name} to ${folder}. After changing anything that runs, agree to it with "coder plugin update ${name}".`,
  updated: (name: string) => `Updated ${name}.`,
  unchanged: (name: string) => `${name} is unchanged.`,
  otherName: (name: string, now: string) => `${name} is now called ${now}: remove it and install it again`,
  isThere: (name: string) => `${name} is already installed; "coder plugin update ${name}" updates it`,
  removed: (name: string) => `Removed ${name} and its data.`,
  unknown: (name: string, near: string | undefined) =>
    `there is no plugin called ${name}${near === undefined ? '' : `; did you mean ${near}?`}`,
  notUsed: (why: string) => `not used: ${why}`,
  changes: (count: number) => `${count} ${count === 1 ? 'file differs' : 'files differ'}:`,
});

export const pluginCommand = late(words);

export type PluginCommandWords = ReturnType<typeof pluginCommand>;
