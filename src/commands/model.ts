/** `/model NAME`: switches the model at once and saves it for the next start; alone, it lists what can be used. */

import { messageOf } from '../base/errors.ts';
import { defineCommand } from '../protocol/command.ts';
import type { Surroundings } from '../protocol/surroundings.ts';

export default defineCommand({
  name: 'model',
  async run(args, { model, setModel, around, signal }) {
    if (args === '') {
      const items = (await around.models(signal)).flatMap((place) => placeLines(place, model));
      return { title: `model: ${model}`, body: [{ type: 'list', items }] };
    }
    const problem = around.modelProblem(args);
    if (problem) return { problem: { title: `model: ${model}, as before. ${args} cannot be used: ${problem}` } };
    await setModel(args);
    try {
      const file = await around.saveModel(args, signal);
      return { title: `model: ${args} (saved in ${file})` };
    } catch (error) {
      return { title: `model: ${args} for this session. It was not saved: ${messageOf(error)}` }; // whatever went wrong
    }
  },
});

function placeLines(
  { name, models, error }: Awaited<ReturnType<Surroundings['models']>>[number],
  current: string,
): string[] {
  if (error !== undefined) return [`${name}: ${error}`];
  return [name, ...models.map((model) => `${model === current ? '*' : ' '} ${model}`)];
}
