/** Answers "why?": by what the last step returned. */

import { clipLines, code, fence, quote } from '../markdown.ts';
import { commandResult } from '../results.ts';
import { done, type Scene, type Script } from '../scene.ts';
import { testCounts } from '../test-counts.ts';
import { fixTests } from './fix.ts';
import { endOf } from './run.ts';

export function* sayWhy(scene: Scene): Script {
  const { say } = scene;
  const last = scene.steps().findLast(({ tool }) => tool !== 'todowrite');
  if (!last)
    return done(
      say(
        'Nothing has happened yet that I could explain. What do you want to know?',
        '还没有发生什么可以解释的事。你想知道什么？',
      ),
    );
  const { outcome } = last;
  if (outcome.status === 'denied')
    return done(`${say('Since this was not allowed:', '因为没有获得许可：')}\n\n${quote(outcome.error)}`);
  if (outcome.status !== 'ok')
    return done(`${say('Since this failed:', '因为这一步失败了：')}\n\n${quote(outcome.error)}`);
  const result = last.tool === 'bash' ? commandResult(outcome) : undefined;
  if (result && result.exitCode !== 0) {
    const output = `${result.stdout}\n${result.stderr}`.trim();
    if ((testCounts(output)?.failed ?? 0) > 0) return yield* fixTests({ kind: 'fix-tests', repair: false }, scene);
    const command = typeof last.args.command === 'string' ? last.args.command : 'bash';
    return done(`${code(command)} — ${endOf(result, say)}:\n\n${fence(clipLines(output, 'ends', 20).text)}`);
  }
  return done(
    say(
      'The last step went well, and the reasons that I know stand in the answer above. `/diff` shows every change.',
      '最后一步是成功的，我知道的原因都写在上面的回答里。`/diff` 可以查看所有改动。',
    ),
  );
}
