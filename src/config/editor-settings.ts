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
  yolo: withDefault(boolean('Offer modes that never ask, such as yolo, in an editor’s menu.'), false),
};

export const languageServers = {
  diagnostics: optional(
    oneOf(
      ['on', 'off'],
      '"on" or "off": after each step, tell the model which errors the step introduced, according to a language server; if absent, on when a person is present.',
    ),
  ),
  wait_ms: withDefault(
    integer('How long the end of a step waits for these errors.', { min: 1, max: 86_400_000 }),
    1500,
  ),
  max_mb: withDefault(
    integer('Megabytes that a language server may use with all its processes before it is ended.', {
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
        extensionToLanguage: record(string(), 'File extensions and their languages: { ".ts": "typescript" }.'),
        env: withDefault(record(string(), 'Environment variables, besides those every child process gets.'), {}),
        initializationOptions: optional(anything('Sent to the server in the initialize request.')),
        settings: optional(anything('Returned to the server when it asks for its settings.')),
      }),
      'Your own language servers by name; they take precedence over those that coder knows.',
    ),
    {},
  ),
};
