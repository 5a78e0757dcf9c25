/** Collects the results of a replayed turn and compares them with the recorded ones. */

import { readInput } from '../../protocol/input.ts';
import type { Message, ToolMessage } from '../../protocol/message.ts';
import type { WhyNotRun } from './answer-requests.ts';
import { compareOutcomes, compareTexts } from './compare-outcomes.ts';
import { type InputStage, isBlock } from './replay-script.ts';

/** For programs. */
const NOT_MADE = 'the call was not made again\n';

export interface Compared {
  /** Number of calls whose results were compared. */
  compared: number;
  /** `isMissing`: the call was not made this time. */
  differences: { call: string; diff: string; isMissing?: true }[];
  /** Calls that did not run again, and why. */
  notRun: { call: string; why: WhyNotRun }[];
}

export interface Comparison {
  /** All turns so far. */
  readonly found: Compared;
  /** Forgets the messages of the previous turn. */
  beginTurn(): void;
  /** Takes a message of the turn. */
  hear(message: Message): void;
  /** Compares what was heard with the recorded turn. */
  endTurn(recorded: InputStage): Promise<void>;
}

export interface ComparisonOptions {
  /** Why a recorded call did not run again; `undefined` if it did. */
  whyNotRun(before: ToolMessage): WhyNotRun | undefined;
  /** The same for the line of a command that the person typed. */
  whyLineNotRun(line: string): WhyNotRun | undefined;
  /** Rewrites a text as it would be in the recorded session. */
  here(text: string): string;
}

export function createComparison({ whyNotRun, whyLineNotRun, here }: ComparisonOptions): Comparison {
  const found: Compared = { compared: 0, differences: [], notRun: [] };
  let results: ToolMessage[] = [];
  let block: string | undefined;
  return {
    found,
    beginTurn() {
      results = [];
      block = undefined;
    },
    hear(message) {
      if (message.role === 'tool') results.push(message);
      else if (message.role === 'note' && isBlock(message)) block ??= message.text;
    },
    async endTurn(recorded) {
      for (const before of recorded.results) await compareCall(before);
      const input = readInput(recorded.text);
      if (input.kind === 'shell' && recorded.block !== undefined) await compareBlock(input.command, recorded.block);
    },
  };

  async function compareCall(before: ToolMessage): Promise<void> {
    const index = results.findIndex(({ callId }) => callId === before.callId);
    const [now] = index < 0 ? [] : results.splice(index, 1);
    await note(`${before.name} ${before.callId}`, whyNotRun(before), async () =>
      now ? compareOutcomes(before.outcome, now.outcome, here) : 'missing',
    );
  }

  async function compareBlock(command: string, before: string): Promise<void> {
    await note(`! ${command}`, whyLineNotRun(command), () => compareTexts(before, here(block ?? '')));
  }

  async function note(
    call: string,
    why: WhyNotRun | undefined,
    compare: () => Promise<string | undefined>,
  ): Promise<void> {
    if (why !== undefined) {
      found.notRun.push({ call, why });
      return;
    }
    found.compared += 1;
    const diff = await compare();
    if (diff === 'missing') found.differences.push({ call, diff: NOT_MADE, isMissing: true });
    else if (diff !== undefined) found.differences.push({ call, diff });
  }
}
