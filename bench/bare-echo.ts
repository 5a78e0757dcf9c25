/** The least a terminal program can do: echo keys, and print an answer as it streams. The baseline for the REPL. */

import type { IncomingMessage } from 'node:http';

process.stdin.setRawMode(true);
process.stdin.on('data', (keys) => {
  if (keys.includes(0x03)) process.exit(0);
  if (keys.includes(0x0d)) ask();
  else process.stdout.write(keys);
});
process.stdout.write('ready> ');

function ask(): void {
  const http = process.getBuiltinModule('node:http');
  const request = http.request(new URL(`${process.env.AGENT_BASE_URL}/chat/completions`), { method: 'POST' });
  request.on('response', (response: IncomingMessage) => {
    let rest = '';
    response.setEncoding('utf8').on('data', (text: string) => {
      const events = (rest + text).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) if (event.startsWith('data: {')) print(event.slice(6));
    });
    response.on('end', () => process.stdout.write('\r\nready> '));
  });
  request.end('{}');
}

function print(json: string): void {
  const { choices } = JSON.parse(json) as { choices: { delta?: { content?: string } }[] };
  process.stdout.write((choices[0]?.delta?.content ?? '').replaceAll('\n', '\r\n'));
}
