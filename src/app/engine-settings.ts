/** The settings as the engine takes them: plain data. */

import type { EngineSettings } from '../core/engine.ts';
import type { AppSettings } from './load-app-settings.ts';

/** `attended`: a person is there to answer. */
export function engineSettings({ settings, tables }: AppSettings, cwd: string, attended: boolean): EngineSettings {
  const { runtime, approval, workflow, routing, command_mode } = settings;
  return {
    cwd,
    tables,
    limits: {
      maxSteps: runtime.max_steps,
      maxSessionTurns: runtime.max_session_turns,
      maxRetries: runtime.max_retries,
      retryBaseMs: runtime.retry_base_ms,
    },
    approval: {
      autoApprove: approval.auto_approve_ask || !approval.interactive,
      attended,
      onRisk: approval.on_risk,
    },
    workflow: {
      autoVerify: workflow.auto_verify_after_edit,
      maxVerifyAttempts: workflow.max_verify_attempts,
      verifyCommands: workflow.verify_commands,
      verifyBaseline: workflow.verify_baseline,
      requireTodos: workflow.require_todo_for_complex,
      nextSpeakerCheck: runtime.next_speaker_check,
    },
    routing,
    commandModeChecks: command_mode.approval === 'policy',
  };
}
