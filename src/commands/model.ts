/** `/model NAME`: switches the model at once and saves it for the next start; alone, it lists what can be used. */

import { messageOf } from '../base/errors.ts';
import { defineCommand } from '../protocol/command.ts';
import type { Surroundings } from '../protocol/surroundings.ts';
import { answersIn } from './answers/answers.ts';

export default defineCommand({
  name: 'model',
  async run(args, { model, setModel, around, signal, lang }) {
    const say = answersIn(lang);
    if (args === '') {
      const items = (await around.models(signal)).flatMap((place) => placeLines(place, model));
      return { title: say.model(model), body: [{ type: 'list', items }] };
    }
    const problem = around.modelProblem(args);
    if (problem) return { problem: { title: say.modelAsBefore(model, args, problem) } };
    await setModel(args);
    try {
      const file = await around.saveModel(args, signal);
      return { title: say.modelSaved(args, file) };
    } catch (error) {
      return { title: say.modelNotSaved(args, messageOf(error)) }; // whatever went wrong
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
