/** Language servers for a run: found by a few file names, loaded and started when first needed. */

import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isInside } from '../../base/files/paths.ts';
import { late } from '../../base/late.ts';
import { type Finding, fitsProject } from '../../integrations/lsp/find-server.ts';
import { SERVERS, type ServerRow } from '../../integrations/lsp/servers.ts';
import type { CodeCheck, CodeIntelligence } from '../../protocol/lsp.ts';
import type { AppSettings } from '../load-app-settings.ts';
import type { Host } from '../machine.ts';
import { createTextReader } from '../prompt/read-text.ts';
import type { Run } from '../run.ts';
import { languageServerItem, namedServers, rowOf } from '../trust/language-server.ts';

export interface AppLanguageServers {
  code: CodeIntelligence;
  check: CodeCheck;
  /** True if a server fits the project and may be started. */
  hasServer: boolean;
}

export function createAppLanguageServers(run: Run, host: Host): AppLanguageServers {
  const { workspace, processes, sandbox } = host;
  const { app, options, warn } = run;
  const { wait_ms: waitMs, max_mb: maxMb } = app.settings.lsp;
  const finding: Finding = {
    root: workspace.root,
    get env() {
      return host.env();
    },
    avoid: workspace.roots,
    rows: [...ownRows(app), ...projectRows(), ...pluginRows(app), ...SERVERS],
    trusts(row) {
      const item = languageServerItem({ cwd: workspace.root, root: app.trust.root }, row);
      return item !== undefined && app.trust.admits(item);
    },
  };
  /** The servers of `.lsp.json` that the person agreed to. */
  function projectRows(): ServerRow[] {
    const place = { cwd: workspace.root, root: app.trust.root };
    return namedServers(place).flatMap(({ row, item }) => (app.trust.admits(item) ? [row] : []));
  }

  const servers = late(async () => {
    const { createLanguageServers } = await import('../../integrations/lsp/language-servers.ts');
    const readText = createTextReader(app, options);
    const wrap = async () => {
      const { projectWrap } = await import('../prompt/project-sandbox.ts');
      return projectWrap(sandbox, workspace.root, app.settings.sandbox.hosts);
    };
    return createLanguageServers({ ...finding, processes, wrap, readText, waitMs, maxMb, warn });
  });
  return {
    hasServer: fitsProject(finding, (program) => isOnPath(program, finding)),
    code: {
      diagnostics: async (path, signal) => (await servers()).code.diagnostics(path, signal),
      definition: async (at, signal) => (await servers()).code.definition(at, signal),
      references: async (at, signal) => (await servers()).code.references(at, signal),
      hover: async (at, signal) => (await servers()).code.hover(at, signal),
      symbols: async (path, query, signal) => (await servers()).code.symbols(path, query, signal),
      rename: async (at, name, signal) => (await servers()).code.rename(at, name, signal),
    },
    check: {
      before: async (paths) => (await servers()).check.before(paths),
      after: async (paths, signal) => (await servers()).check.after(paths, signal),
    },
  };
}

/** The servers that plugins name. */
function pluginRows({ plugins }: AppSettings): ServerRow[] {
  return plugins.current.flatMap(({ root, languageServers }) =>
    languageServers.flatMap(({ value, env }) =>
      Object.entries(value).flatMap(([id, entry]) => {
        const text = JSON.stringify(entry).replace(/\$\{(\w+)\}/g, (whole, name: string) =>
          env[name] === undefined ? whole : JSON.stringify(env[name]).slice(1, -1),
        );
        return rowOf(id, JSON.parse(text), root) ?? [];
      }),
    ),
  );
}

/** The servers that the settings name. */
function ownRows({ settings }: AppSettings): ServerRow[] {
  return Object.entries(settings.lsp.servers).map(([id, { command, args, extensionToLanguage, ...rest }]) => ({
    id,
    argv: [command, ...args],
    languages: extensionToLanguage,
    install: `install ${command}, or correct lsp.servers.${id}`,
    markers: ['.'],
    env: rest.env,
    initializationOptions: rest.initializationOptions,
    settings: rest.settings,
  }));
}

function isOnPath(program: string, { env, avoid }: Finding): boolean {
  if (isAbsolute(program)) return existsSync(program);
  return (env.PATH ?? '')
    .split(delimiter)
    .some(
      (folder) =>
        isAbsolute(folder) && !avoid.some((root) => isInside(root, folder)) && existsSync(join(folder, program)),
    );
}
