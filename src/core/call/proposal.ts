/** A call that policy has judged, before anyone is asked about it. */

import type { HookSaid } from '../../protocol/hooks.ts';
import type { ToolCall } from '../../protocol/message.ts';
import type { Decision, Facts, Use } from '../../protocol/policy.ts';
import type { ProposedFile } from '../../protocol/tool.ts';
import type { View } from '../../protocol/view.ts';

export interface Proposal {
  call: ToolCall;
  turn: string;
  decision: Decision;
  /** What the call would do, as shown to the one who is asked. */
  view(): View;
  use: Use;
  facts: Facts;
  /** What its files would become; empty unless all of them are text. */
  files: readonly ProposedFile[];
  /** True if the command was tried on a throw-away layer; the view then shows what it changed there. */
  wasTried?: true;
  /** Runs the hooks that may answer before a person is asked. */
  asking?(): Promise<HookSaid | undefined>;
}
