import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summaryByRules } from '../../src/context/summary-rules.ts';
import type { Message } from '../../src/protocol/message.ts';

test('MDL-9 a summary finds file paths under whatever name the model gave the argument', () => {
  const keys = ['path', 'file_path', 'filePath', 'absolute_path', 'target_file', 'filename', 'file'];
  const message: Message = {
    role: 'assistant',
    model: 'm',
    content: keys.map((key) => ({
      type: 'call',
      call: { id: key, name: 'Read', arguments: JSON.stringify({ [key]: `src/by-${key}.ts`, limit: 3 }) },
    })),
  };
  const summary = summaryByRules([message], 4000);
  for (const key of keys) assert.ok(summary.includes(`- src/by-${key}.ts`), key);
});
