/** The settings: one schema that provides the type, the check, the defaults and the JSON Schema for editors. */

import { LANGUAGES } from '../base/language.ts';
import { late } from '../base/late.ts';
import {
  array,
  boolean,
  either,
  type Infer,
  integer,
  number,
  object,
  oneOf,
  optional,
  record,
  type Schema,
  string,
  withDefault,
} from '../base/schema.ts';
import { parseBudget } from '../log/budget.ts';
import { fault } from '../words/fault.ts';
import { editors, languageServers } from './editor-settings.ts';
import { extensionSettings } from './extension-settings.ts';
import { hinted } from './hinted.ts';
import { lower, lowerOrNone, project, rightsIn, setFreely, setOnly } from './project-right.ts';
import { SANDBOX_SECTIONS } from './sandbox-settings.ts';
import { section } from './section.ts';
import { agentsSchema, modesSchema, permissionSchema, presetsSchema } from './table-settings.ts';
import { TERMINAL_SECTIONS } from './terminal-settings.ts';

const amount = string('The spending limit for a session: $2, 500k tokens or 30m; separate several with commas.');
const budget: Schema<string> = {
  ...amount,
  check(value, path, issues) {
    if (typeof value === 'string' && !parseBudget(value)) {
      const { text: message, says } = fault('badBudget', JSON.stringify(value));
      issues.push({ path, message, says: says[0] });
    }
    return amount.check(value, path, issues);
  },
};

const milliseconds = (description: string, fallback: number) =>
  withDefault(integer(description, { min: 1, max: 86_400_000 }), fallback);

const shape = {
  $schema: project(setFreely, optional(string('Where editors find the schema of this file.'))),
  model: project(
    setFreely,
    optional(string('The model; without one, the provider’s default model, or the built-in offline model.')),
  ),
  mode: withDefault(string('The mode at start-up: build, plan, default, auto-edit, yolo or a custom one.'), 'build'),
  lang: project(setFreely, withDefault(oneOf(LANGUAGES, 'The language coder speaks; if unset, LANG decides.'), 'en')),
  context_limit: project(
    lower,
    optional(
      integer('The model’s context window in tokens, if coder does not know it or has it wrong.', { min: 1024 }),
    ),
  ),
  budget: optional(budget),
  models: withDefault(
    record(
      object({
        context_limit: optional(integer('Its context window in tokens.', { min: 1024 })),
        price: optional(
          object(
            {
              input: number('Input tokens.', { min: 0 }),
              cached: number('Input tokens read from a cache.', { min: 0 }),
              output: number('Output tokens.', { min: 0 }),
            },
            'US dollars per million tokens.',
          ),
        ),
      }),
      'What coder does not know about a model or has wrong, by model name: context_limit and price.',
    ),
    {},
  ),
  add_dirs: withDefault(array(string(), 'More folders that tools may work in, besides the working folder.'), []),
  instructions: withDefault(array(string(), 'Files whose text goes into the system prompt, like AGENTS.md.'), []),
  provider: section(
    {
      id: optional(string('The provider: openai, anthropic, gemini, offline, …; if absent, chosen by model and keys.')),
      base_url: optional(
        string('Address of the endpoint, e.g. http://127.0.0.1:11434/v1.', {
          pattern: /^https?:\/\/[^\s/]+/,
          ...hinted('webAddress'),
        }),
      ),
      headers: withDefault(record(string(), 'Headers sent with each request.'), {}),
      api_key_env: optional(string('The environment variable that holds the key.')),
      key_command: optional(
        array(
          string(),
          'A program and its arguments that print the key, run once when the key is needed: ["op", "read", "op://…"].',
        ),
      ),
      protocol: optional(
        oneOf(
          ['openai-chat', 'openai-responses', 'anthropic', 'gemini'],
          'The endpoint’s protocol: openai-chat, openai-responses, anthropic or gemini; if absent, the provider’s own, or Chat Completions for any other address.',
        ),
      ),
      reasoning: optional(
        oneOf(
          ['low', 'medium', 'high'],
          'How much the model thinks: low, medium or high; if absent, the provider’s default.',
        ),
      ),
      connect_timeout_ms: milliseconds('How long to wait for a connection.', 15_000),
      first_token_timeout_ms: milliseconds('How long to wait for the first word of an answer.', 120_000),
      stall_timeout_ms: milliseconds('How long a stream may be silent before it counts as broken.', 120_000),
    },
    'Where the model is.',
  ),
  runtime: section(
    {
      max_steps: project(lower, withDefault(integer('Maximum model calls in one turn.', { min: 1, max: 10_000 }), 60)),
      max_session_turns: project(
        lowerOrNone,
        withDefault(integer('Maximum turns in one session; 0: no limit.', { min: 0 }), 0),
      ),
      max_retries: project(
        lower,
        withDefault(integer('How often a failed model call is retried.', { min: 0, max: 20 }), 3),
      ),
      retry_base_ms: milliseconds('The wait before the first retry; it doubles each time.', 1000),
      next_speaker_check: project(
        setOnly('off'),
        withDefault(
          oneOf(
            ['heuristic', 'model', 'off'],
            'How to notice that an answer stopped mid-thought and should continue: by its wording, by asking a model if the wording is inconclusive, or not at all.',
          ),
          'heuristic',
        ),
      ),
    },
    'Limits of a turn.',
  ),
  safety: section(
    {
      command_timeout_ms: project(
        lower,
        milliseconds('How long a command may run unless the call says otherwise.', 120_000),
      ),
      output_limit_bytes: project(
        lower,
        withDefault(
          integer('How much of a command’s output the model is shown; the rest is kept in a file.', {
            min: 1000,
            max: 10_000_000,
          }),
          16_000,
        ),
      ),
      hard_block_in_yolo: project(
        setOnly(true),
        withDefault(boolean('Refuse commands that wipe a disk or the home folder, even in yolo.'), true),
      ),
      keep_env: withDefault(
        array(string(), 'Environment variables that commands may see even though they look like secrets.'),
        [],
      ),
    },
    'What commands may do.',
  ),
  ...SANDBOX_SECTIONS,
  approval: section(
    {
      auto_approve_ask: project(
        setOnly(false),
        withDefault(boolean('Run without asking what the rules would ask about; risky commands still ask.'), false),
      ),
      interactive: project(
        setOnly(true),
        withDefault(
          boolean(
            'A person is present to answer. false: whatever the rules would ask about runs, and risks are refused.',
          ),
          true,
        ),
      ),
      on_risk: project(
        setOnly('deny'),
        withDefault(oneOf(['deny'], 'What happens to a risky command when no one can be asked.'), 'deny'),
      ),
    },
    'Who is asked, and when.',
  ),
  ...TERMINAL_SECTIONS,
  lsp: section(languageServers, 'Language servers.'),
  acp: section(editors, 'coder inside an editor.'),
  ide: section(
    {
      connect: project(
        setOnly('off'),
        withDefault(
          oneOf(
            ['auto', 'off'],
            '"auto" or "off": whether coder in a terminal connects to the editor that has this folder open.',
          ),
          'auto',
        ),
      ),
    },
    'The editor beside the terminal.',
  ),
  undo: section(
    {
      max_bytes: project(
        lower,
        withDefault(
          integer('Bytes kept for undoing changes; the oldest turns are dropped first.', {
            min: 1_000_000,
            max: 100_000_000_000,
          }),
          268_435_456,
        ),
      ),
      max_turns: project(lower, withDefault(integer('How many turns can be undone.', { min: 1, max: 10_000 }), 100)),
    },
    'Undoing changes.',
  ),
  workflow: section(
    {
      auto_verify_after_edit: project(
        setOnly(false),
        withDefault(boolean('Run the project’s check after edits, in modes that verify.'), true),
      ),
      max_verify_attempts: project(
        lower,
        withDefault(
          integer('How often the check is repeated after a repair; 0: the check is not run.', { min: 0, max: 20 }),
          2,
        ),
      ),
      verify_commands: project(
        setFreely,
        withDefault(
          array(
            string(),
            'Checks to run after edits; the first is used. A project’s own file can only name known ones.',
          ),
          [],
        ),
      ),
      verify_baseline: project(
        setOnly(false),
        withDefault(boolean('Also run the check before the first edit, to tell old failures from new ones.'), false),
      ),
      require_todo_for_complex: project(
        setFreely,
        withDefault(
          either(
            boolean(),
            oneOf(['enumerated']),
            'Turn the steps that you enumerate into a todo list; true: any request of several steps gets one; false: none does.',
          ),
          'enumerated',
        ),
      ),
    },
    'What coder does on its own.',
  ),
  routing: section(
    {
      main: project(setFreely, optional(string('The model for turns, if `model` names none.'))),
      small: project(setFreely, optional(string('The model for summaries and checks; if absent, that of the turn.'))),
      simple: project(
        setFreely,
        optional(string('The model for requests that are not complex; if absent, the same as for all others.')),
      ),
      modes: project(setFreely, withDefault(record(string(), 'The model of a mode: { "plan": "a-model" }.'), {})),
      agents: project(setFreely, withDefault(record(string(), 'The model of an agent: { "explore": "a-model" }.'), {})),
    },
    'Which model does which work.',
  ),
  permission: withDefault(permissionSchema, {}),
  presets: withDefault(presetsSchema, {}),
  agents: withDefault(agentsSchema, {}),
  modes: withDefault(modesSchema, {}),
  skills: section(
    { paths: withDefault(array(string(), 'More folders with skills.'), []) },
    'Skills: folders with a SKILL.md.',
  ),
  ...extensionSettings,
  fetch: section(
    {
      timeout_sec: project(lower, withDefault(integer('How long a fetch may take.', { min: 1, max: 600 }), 30)),
      max_size_kb: project(
        lower,
        withDefault(integer('Maximum kilobytes read from a response.', { min: 1, max: 102_400 }), 1024),
      ),
    },
    'The fetch tool.',
  ),
} as const;

export const settingsSchema = object(shape);

/** What a project's own file may do with each setting, by key. */
export const projectRights = late(() => rightsIn(shape));

export type Settings = Infer<typeof settingsSchema>;

/** What a file or a flag may hold: any part of the settings. */
export type SettingsInput = { [Key in keyof Settings]?: Partial<Settings[Key]> };
