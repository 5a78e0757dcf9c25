/** Settings for the sandbox and for what is hidden from the model. */

import { array, boolean, integer, oneOf, string, withDefault } from '../base/schema.ts';
import { lowerOrNone, project, SANDBOX_MODES, setOnly, stricterSandbox } from './project-right.ts';
import { section } from './section.ts';

const HOME_BYTES = 4 * 1024 ** 3;

export const SANDBOX_SECTIONS = {
  sandbox: section(
    {
      mode: project(
        stricterSandbox,
        withDefault(
          oneOf(
            SANDBOX_MODES,
            'auto: commands run in a sandbox if the system provides one. require: without one they are refused. off: no sandbox.',
          ),
          'auto',
        ),
      ),
      ask: project(
        setOnly('risks'),
        withDefault(
          oneOf(
            ['risks', 'leave'],
            'risks: in the sandbox, a command that deletes or overwrites asks. leave: it does not ask if undo can restore the files, that is, for single files tracked by git.',
          ),
          'risks',
        ),
      ),
      hosts: withDefault(
        array(
          string(),
          'Hosts that commands and fetch may reach without asking: "registry.npmjs.org", "*.example.org", "db.example.org:5432", "localhost:5432".',
        ),
        [],
      ),
      home_bytes: project(
        lowerOrNone,
        withDefault(
          integer('How much commands may write to the layer over your home folder before it is full. 0: no limit.', {
            min: 0,
          }),
          HOME_BYTES,
        ),
      ),
      leave: project(setOnly(false), withDefault(boolean('A command may ask you to run outside the sandbox.'), true)),
      ports: project(
        setOnly(false),
        withDefault(
          boolean('Servers that commands start can be reached from your browser, at 127.0.0.1 and the same port.'),
          true,
        ),
      ),
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
