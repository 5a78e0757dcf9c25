/** All words for a person in English; their type is the shape of every other language. */

import { acp } from './en/acp.ts';
import { commandLine } from './en/command-line.ts';
import { commands } from './en/commands.ts';
import { completion } from './en/completion.ts';
import { demo } from './en/demo.ts';
import { doctor } from './en/doctor.ts';
import { allFaults } from './en/faults/all-faults.ts';
import { fleet } from './en/fleet.ts';
import { headless } from './en/headless.ts';
import { help } from './en/help.ts';
import { hooks } from './en/hooks.ts';
import { ide } from './en/ide.ts';
import { importCommand } from './en/import-command.ts';
import { login } from './en/login.ts';
import { mcp } from './en/mcp.ts';
import { mcpCommand } from './en/mcp-command.ts';
import { page } from './en/page.ts';
import { pluginCommand } from './en/plugin-command.ts';
import { policy } from './en/policy.ts';
import { review } from './en/review.ts';
import { screen } from './en/screen.ts';
import { subcommands } from './en/subcommands.ts';
import { trust } from './en/trust.ts';
import { turn } from './en/turn.ts';
import { sections } from './sections.ts';

export const en = sections({
  turn,
  trust,
  mcp,
  hooks,
  policy,
  commands,
  screen,
  demo,
  help,
  commandLine,
  fleet,
  faults: allFaults,
  headless,
  subcommands,
  mcpCommand,
  importCommand,
  pluginCommand,
  doctor,
  acp,
  ide,
  login,
  completion,
  review,
  page,
});
