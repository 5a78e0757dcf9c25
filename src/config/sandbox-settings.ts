/** The settings of the sandbox and of what is hidden from the model. */

import { array, boolean, oneOf, string, withDefault } from '../base/schema.ts';
import { project, SANDBOX_MODES, setOnly, stricterSandbox } from './project-right.ts';
import { section } from './section.ts';

export const SANDBOX_SECTIONS = {
  sandbox: section(
    {
      mode: project(
        stricterSandbox,
        withDefault(
          oneOf(
            SANDBOX_MODES,
            'off: none. auto: commands run in a sandbox if the system gives one; they have no network there yet. require: else they are refused.',
          ),
          'off',
        ),
      ),
      hosts: withDefault(
        array(string(), 'Hosts that commands and fetch may reach unasked: "registry.npmjs.org", "*.example.org".'),
        [],
      ),
      leave: project(setOnly(false), withDefault(boolean('A command may ask you to run outside the sandbox.'), true)),
    },
    'How the system confines commands.',
  ),
  secrets: section(
    {
      show: withDefault(
        array(string(), 'Names of secrets that the model may see; /permissions lists those that are hidden.'),
        [],
      ),
    },
    'What is hidden from the model.',
  ),
};
