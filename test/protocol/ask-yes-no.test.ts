import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askYesNo } from '../../src/protocol/ask-yes-no.ts';
import type { Answer, Request } from '../../src/protocol/request.ts';

test('only an explicit yes counts, and a cancelled question is told from a refused one', async () => {
  const { signal } = new AbortController();
  for (const [answer, result] of [
    [{ kind: 'pick', picked: 0 }, 'yes'],
    [{ kind: 'pick', picked: 1 }, 'no'],
    [{ kind: 'pick', picked: 2 }, 'more'],
    [{ kind: 'pick', picked: 7 }, 'no'],
    [{ kind: 'pick', picked: null }, 'no'],
    [{ kind: 'approval', choice: 'yes' }, 'no'],
    [{ kind: 'cancelled' }, 'cancelled'],
  ] as [Answer, string][]) {
    let asked: Request | undefined;
    const ask = async (request: Request) => {
      asked = request;
      return answer;
    };
    assert.equal(await askYesNo({ ask }, 'Run it?', ['Run', 'Leave'], signal), result);
    assert.partialDeepStrictEqual(asked, { kind: 'pick', title: 'Run it?', options: ['Run', 'Leave'], isYesNo: true });
  }
});
