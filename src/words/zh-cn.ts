/** All words for a person in Chinese. */

import type { en } from './en.ts';
import { sections } from './sections.ts';
import { acp } from './zh-cn/acp.ts';
import { commandLine } from './zh-cn/command-line.ts';
import { commands } from './zh-cn/commands.ts';
import { completion } from './zh-cn/completion.ts';
import { demo } from './zh-cn/demo.ts';
import { doctor } from './zh-cn/doctor.ts';
import { allFaults } from './zh-cn/faults/all-faults.ts';
import { fleet } from './zh-cn/fleet.ts';
import { headless } from './zh-cn/headless.ts';
import { help } from './zh-cn/help.ts';
import { hooks } from './zh-cn/hooks.ts';
import { ide } from './zh-cn/ide.ts';
import { importCommand } from './zh-cn/import-command.ts';
import { login } from './zh-cn/login.ts';
import { mcp } from './zh-cn/mcp.ts';
import { mcpCommand } from './zh-cn/mcp-command.ts';
import { page } from './zh-cn/page.ts';
import { pluginCommand } from './zh-cn/plugin-command.ts';
import { policy } from './zh-cn/policy.ts';
import { review } from './zh-cn/review.ts';
import { screen } from './zh-cn/screen.ts';
import { subcommands } from './zh-cn/subcommands.ts';
import { trust } from './zh-cn/trust.ts';
import { turn } from './zh-cn/turn.ts';

export const zhCn: typeof en = sections({
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
