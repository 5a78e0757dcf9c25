/** What coder does by itself, from the settings: verification, todos, the next speaker, routing. */

import type { Settings } from '../config/settings.ts';
import type { Services } from '../core/services.ts';

type WorkflowServices = Pick<Services, 'workflow' | 'routing' | 'lang' | 'project' | 'treeState' | 'baselines'>;

export function workflowServices({ workflow, runtime, routing, lang }: Settings, root: string): WorkflowServices {
  return {
    workflow: {
      autoVerify: workflow.auto_verify_after_edit,
      maxVerifyAttempts: workflow.max_verify_attempts,
      verifyCommands: workflow.verify_commands,
      verifyBaseline: workflow.verify_baseline,
      requireTodos: workflow.require_todo_for_complex,
      nextSpeakerCheck: runtime.next_speaker_check,
    },
    routing,
    lang,
    async project() {
      const { readProjectFiles } = await import('../host/files/project-files.ts');
      return readProjectFiles(root);
    },
    async treeState(signal) {
      const { treeState } = await import('../host/files/tree-state.ts');
      return treeState(root, signal);
    },
    baselines: new Map(),
  };
}
