/** `/model [NAME]`: switches the model at once and saves the choice; without a name, offers the endpoint's models to pick from. */

import type { CommandContext, CommandResult, ProviderModels } from '../protocol/command.ts';
import { faultText } from '../words/fault.ts';
import { defineWords } from '../words/own-words.ts';
import { defineCommand, type Spoken } from './command.ts';

const words = defineWords({
  en: {
    model: (name: string) => `model: ${name}`,
    modelUnchecked: (name: string, why: string) => `${name} could not be checked: ${why}`,
    modelUnlisted: (name: string, host: string) => `${host} does not list ${name}. Use it anyway?`,
    modelNotThere: (host: string, near: string | undefined) =>
      `${host} does not list it.${near === undefined ? ' /model lists what is available.' : ` Did you mean ${near}?`}`,
    useModel: (name: string) => `Use ${name}`,
    keepModel: (name: string) => `Keep ${name}`,
    whichModel: (name: string) => `Which model? In use: ${name}`,
    modelSaved: (name: string, file: string) => `model: ${name} (saved in ${file})`,
    modelOverridden: (variable: string) => `At the next start, ${variable} takes precedence as long as it is set.`,
    modelNotSaved: (name: string, why: string) => `model: ${name} for this session. It was not saved: ${why}`,
  },
  'zh-CN': {
    model: (name) => `模型：${name}`,
    modelUnchecked: (name, why) => `无法核对 ${name}：${why}`,
    modelUnlisted: (name, host) => `${host} 的列表里没有 ${name}。仍然使用它吗？`,
    modelNotThere: (host, near) =>
      `${host} 的列表里没有它。${near === undefined ? '/model 列出可用的模型。' : `您是否指 ${near}？`}`,
    useModel: (name) => `使用 ${name}`,
    keepModel: (name) => `保留 ${name}`,
    whichModel: (name) => `使用哪个模型？当前：${name}`,
    modelSaved: (name, file) => `模型：${name}（已保存到 ${file}）`,
    modelOverridden: (variable) => `只要设置了 ${variable}，下次启动时以它为准。`,
    modelNotSaved: (name, why) => `模型：${name}，仅限本次会话。未能保存：${why}`,
  },
});
type Say = Spoken<typeof words>;

export default defineCommand({
  name: 'model',
  words,
  async run(args, context, say) {
    if (args === '') return pickModel(context, say);
    const { model, person } = context;
    const { current } = model;
    const found = await model.check(args);
    switch (found.status) {
      case 'ok':
        return useModel(args, context, say);
      case 'unchecked': {
        person.warn(say.modelUnchecked(args, found.why));
        return useModel(args, context, say);
      }
      case 'refused':
        return { problem: { title: say.modelAsBefore(current, args, found.why) } };
      case 'unlisted': {
        const { host, near } = found;
        const choices = [...(near === undefined ? [] : [near]), args, ''];
        const options = choices.map((name) => (name === '' ? say.keepModel(current) : say.useModel(name)));
        const picked = await person.pick(say.modelUnlisted(args, host), options);
        const chosen = choices[picked ?? -1] ?? '';
        if (chosen !== '') return useModel(chosen, context, say);
        const why = say.modelNotThere(host, near);
        return { problem: { title: say.modelAsBefore(current, args, why) } };
      }
    }
  },
});

async function pickModel(context: CommandContext, say: Say): Promise<CommandResult> {
  const { model, person } = context;
  const { current } = model;
  const lists = await model.byProvider();
  const rows = lists.flatMap(({ name, models }) => models.map((each) => ({ model: each, provider: name })));
  const width = Math.max(0, ...rows.map((row) => row.model.length));
  const options = rows.map((row) => `${row.model.padEnd(width)}  ${row.provider}`);
  for (const { name, error } of lists) if (error !== undefined) person.warn(`${name}: ${error}`);
  const at = rows.findIndex((row) => row.model === current);
  const index = await person.pick(say.whichModel(current), options, Math.max(0, at));
  const picked = rows[index ?? -1];
  if (picked && picked.model !== current) return useModel(picked.model, context, say);
  if (index !== undefined) return { title: say.model(current) }; // the person has seen the list
  const items = lists.flatMap((list) => linesOf(list, current));
  return { title: say.model(current), body: [{ type: 'list', items }] };
}

async function useModel(name: string, { model }: CommandContext, say: Say): Promise<CommandResult> {
  await model.set(name);
  try {
    const { file, overriddenBy } = await model.save(name);
    const title = say.modelSaved(name, file);
    return { title: overriddenBy === undefined ? title : `${title}. ${say.modelOverridden(overriddenBy)}` };
  } catch (error) {
    return { title: say.modelNotSaved(name, faultText(error, say.faults)) }; // whatever went wrong, the model is switched
  }
}

function linesOf({ name, models, error }: ProviderModels, current: string): string[] {
  if (error !== undefined) return [`${name}: ${error}`];
  return [name, ...models.map((model) => `${model === current ? '*' : ' '} ${model}`)];
}
