/** The settings in the engine's form: whole sections under their own names, and values derived from several. */

import type { EngineSettings } from '../core/engine.ts';
import type { AppSettings } from './load-app-settings.ts';

/** `attended` is true if a person is present to answer. */
export function engineSettings(
  { settings, tables, origins, isProjectTrusted }: AppSettings,
  cwd: string,
  attended: boolean,
): EngineSettings {
  const { runtime, approval, workflow, routing, command_mode } = settings;
  const autoApprove = approval.auto_approve_ask || !approval.interactive;
  return {
    cwd,
    tables,
    runtime,
    workflow: {
      ...workflow,
      hasOwnCommands: origins.get('workflow.verify_commands')?.source !== 'project',
      hasTrustedCommands: isProjectTrusted,
    },
    routing,
    command_mode,
    approval: { autoApprove, attended, onRisk: approval.on_risk },
  };
}
