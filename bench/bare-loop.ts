/** The least an agent can do: post, read the stream, run the call, post again. The baseline for the engine's gap between requests. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';

const http = process.getBuiltinModule('node:http');
const url = new URL(`${process.env.AGENT_BASE_URL}/chat/completions`);
const agent = new http.Agent({ keepAlive: true });
const messages: unknown[] = [{ role: 'user', content: 'go' }];

for (;;) {
  const name = await ask();
  if (name === undefined) break;
  const result = name === 'bash' ? await runTrue() : readFileSync('a.txt', 'utf8');
  messages.push({ role: 'tool', tool_call_id: 'x', content: result });
}

function ask(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = http.request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json' } });
    request.on('response', (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        for (const line of text.split('\n')) if (line.startsWith('data: {')) JSON.parse(line.slice(6));
        resolve(/"name":"(\w+)"/.exec(text)?.[1]);
      });
    });
    request.end(JSON.stringify({ model: 'x', messages }));
  });
}

function runTrue(): Promise<string> {
  return new Promise((resolve) => spawn('/bin/bash', ['-c', 'true']).on('close', (code) => resolve(String(code))));
}
