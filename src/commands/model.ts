/** `/model NAME`: switches the model at once and saves it for the next start; alone, it lists what can be used. */

import { messageOf } from '../base/errors.ts';
import type { ModelPlace } from '../protocol/command.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'model',
  async run(args, { model, say }) {
    const { current } = model;
    if (args === '') {
      const items = (await model.places()).flatMap((place) => placeLines(place, current));
      return { title: say.model(current), body: [{ type: 'list', items }] };
    }
    const problem = model.problemOf(args);
    if (problem) return { problem: { title: say.modelAsBefore(current, args, problem) } };
    await model.set(args);
    try {
      const { file, overriddenBy } = await model.save(args);
      const title = say.modelSaved(args, file);
      return { title: overriddenBy === undefined ? title : `${title}. ${say.modelOverridden(overriddenBy)}` };
    } catch (error) {
      return { title: say.modelNotSaved(args, messageOf(error)) }; // whatever went wrong
    }
  },
});

function placeLines({ name, models, error }: ModelPlace, current: string): string[] {
  if (error !== undefined) return [`${name}: ${error}`];
  return [name, ...models.map((model) => `${model === current ? '*' : ' '} ${model}`)];
}
