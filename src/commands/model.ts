/** `/model NAME`: shows or switches the model of this session. */

import { defineCommand } from '../protocol/command.ts';

export default defineCommand({
  name: 'model',
  async run(args, { model, setModel }) {
    if (args === '') return { title: `model: ${model}. "coder models" lists what can be used from here.` };
    await setModel(args);
    return { title: `model: ${args}` };
  },
});
