/** Settings for what coder connects to around code: the editors it runs in, and language servers. */

import {
  anything,
  array,
  boolean,
  integer,
  object,
  oneOf,
  optional,
  record,
  string,
  withDefault,
} from '../base/schema.ts';

export const editors = {
  yolo: withDefault(boolean('Offer modes in which nothing asks, such as yolo, in an editor’s menu.'), false),
};

export const languageServers = {
  diagnostics: optional(
    oneOf(
      ['on', 'off'],
      'Tell the model, after each step, the errors that the step made, as a language server sees them; absent: where somebody is there.',
    ),
  ),
  wait_ms: withDefault(integer('How long the end of a step waits for that.', { min: 1, max: 86_400_000 }), 1500),
  max_mb: withDefault(
    integer('Megabytes that a language server may take with all its processes; over that it is ended.', {
      min: 64,
      max: 1_000_000,
    }),
    1024,
  ),
  servers: withDefault(
    record(
      object({
        command: string('The program.'),
        args: withDefault(array(string(), 'Its arguments.'), []),
        extensionToLanguage: record(string(), 'File extensions and the language of each: { ".ts": "typescript" }.'),
        env: withDefault(record(string(), 'Environment variables in addition to those every child process gets.'), {}),
        initializationOptions: optional(anything('Sent to the server with the first message.')),
        settings: optional(anything('Returned to the server when it asks for its settings.')),
      }),
      'Language servers of your own, by name, before those that coder knows.',
    ),
    {},
  ),
};
