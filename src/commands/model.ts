/** `/model [NAME]`: switches the model at once and saves the choice; without a name, offers the endpoint's models to pick from. */

import { messageOf } from '../base/errors.ts';
import type { CommandResult, ModelPlace } from '../protocol/command.ts';
import { type CommandCall, defineCommand } from './command.ts';

export default defineCommand({
  name: 'model',
  async run(args, context) {
    if (args === '') return pickModel(context);
    const { model, person, say } = context;
    const { current } = model;
    const found = await model.check(args);
    switch (found.status) {
      case 'ok':
        return useModel(args, context);
      case 'unchecked': {
        person.warn(say.modelUnchecked(args, found.why));
        return useModel(args, context);
      }
      case 'refused':
        return { problem: { title: say.modelAsBefore(current, args, found.why) } };
      case 'unlisted': {
        const { host, near } = found;
        const choices = [...(near === undefined ? [] : [near]), args, ''];
        const options = choices.map((name) => (name === '' ? say.keepModel(current) : say.useModel(name)));
        const picked = await person.pick(say.modelUnlisted(args, host), options);
        const chosen = choices[picked ?? -1] ?? '';
        if (chosen !== '') return useModel(chosen, context);
        const why = say.modelNotThere(host, near);
        return { problem: { title: say.modelAsBefore(current, args, why) } };
      }
    }
  },
});

async function pickModel(context: CommandCall): Promise<CommandResult> {
  const { model, person, say } = context;
  const { current } = model;
  const places = await model.places();
  const rows = places.flatMap(({ name, models }) => models.map((each) => ({ model: each, place: name })));
  const width = Math.max(0, ...rows.map((row) => row.model.length));
  const options = rows.map((row) => `${row.model.padEnd(width)}  ${row.place}`);
  for (const { name, error } of places) if (error !== undefined) person.warn(`${name}: ${error}`);
  const at = rows.findIndex((row) => row.model === current);
  const index = await person.pick(say.whichModel(current), options, Math.max(0, at));
  const picked = rows[index ?? -1];
  if (picked && picked.model !== current) return useModel(picked.model, context);
  if (index !== undefined) return { title: say.model(current) }; // the person has seen the list
  const items = places.flatMap((place) => placeLines(place, current));
  return { title: say.model(current), body: [{ type: 'list', items }] };
}

async function useModel(name: string, { model, say }: CommandCall): Promise<CommandResult> {
  await model.set(name);
  try {
    const { file, overriddenBy } = await model.save(name);
    const title = say.modelSaved(name, file);
    return { title: overriddenBy === undefined ? title : `${title}. ${say.modelOverridden(overriddenBy)}` };
  } catch (error) {
    return { title: say.modelNotSaved(name, messageOf(error)) }; // whatever went wrong, the model is switched
  }
}

function placeLines({ name, models, error }: ModelPlace, current: string): string[] {
  if (error !== undefined) return [`${name}: ${error}`];
  return [name, ...models.map((model) => `${model === current ? '*' : ' '} ${model}`)];
}
