/** Creates every tool, one line each. */

import type { Search } from '../host/search/search.ts';
import { namesElsewhere } from '../protocol/other-agents.ts';
import type { Tool } from '../protocol/tool.ts';
import { type BashDeps, bashTool } from './bash.ts';
import { editTool } from './edit.ts';
import { type FetchDeps, fetchTool } from './fetch.ts';
import type { FileDeps } from './files/open-text.ts';
import { gitAddTool } from './git-add.ts';
import { gitCommitTool } from './git-commit.ts';
import { gitDiffTool } from './git-diff.ts';
import { gitLogTool } from './git-log.ts';
import { type GitDeps, gitStatusTool } from './git-status.ts';
import { globTool } from './glob.ts';
import { grepTool } from './grep.ts';
import { jobsTool } from './jobs.ts';
import { listTool } from './list.ts';
import { type CodeDeps, lspDiagnosticsTool } from './lsp-diagnostics.ts';
import { lspRenameTool } from './lsp-rename.ts';
import { lspSymbolTools } from './lsp-symbol.ts';
import { lspSymbolsTool } from './lsp-symbols.ts';
import { type MemoryDeps, memoryTool } from './memory.ts';
import { patchTool } from './patch.ts';
import { type QuestionDeps, questionTool } from './question.ts';
import { readTool } from './read.ts';
import { type SkillSource, skillTool } from './skill.ts';
import { taskTool } from './task.ts';
import { type TerminalDeps, terminalTool } from './terminal.ts';
import { todoreadTool } from './todoread.ts';
import { todowriteTool } from './todowrite.ts';
import { writeTool } from './write.ts';

export interface ToolDeps
  extends FileDeps,
    BashDeps,
    FetchDeps,
    GitDeps,
    QuestionDeps,
    MemoryDeps,
    TerminalDeps,
    CodeDeps {
  search: Search;
  skills: SkillSource;
}

export function createTools(deps: ToolDeps): Tool[] {
  const tools = [
    readTool(deps),
    listTool(deps),
    globTool(deps),
    grepTool(deps),
    editTool(deps),
    writeTool(deps),
    patchTool(deps),
    bashTool({ ...deps, holdGit: deps.git.reading, commandRan: deps.seen.commandRan }),
    jobsTool(deps),
    terminalTool(deps),
    fetchTool(deps),
    gitStatusTool(deps),
    gitDiffTool(deps),
    gitLogTool(deps),
    gitAddTool(deps),
    gitCommitTool(deps),
    todoreadTool(),
    todowriteTool(),
    questionTool(deps),
    skillTool(deps),
    memoryTool(deps),
    taskTool(),
    ...codeTools(deps),
  ];
  return tools.map((tool: Tool) => ({ ...tool, alsoCalled: () => namesElsewhere(tool.name) }));
}

/** Without a language server that fits the project, these can still be called and report what is missing, but no request describes them. */
function codeTools(deps: ToolDeps): Tool[] {
  const tools: Tool[] = [lspDiagnosticsTool(deps), ...lspSymbolTools(deps), lspSymbolsTool(deps), lspRenameTool(deps)];
  return deps.hasServer ? tools : tools.map((tool) => ({ ...tool, deferred: true as const }));
}
