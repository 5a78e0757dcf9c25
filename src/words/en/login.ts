/** Messages for connecting a model: `/login`, `coder login`, `coder logout`. */

import { late } from '../../base/late.ts';

const words = () => ({
  whichProvider: 'Connect to which provider?',
  keySet: (variable: string) => `${variable} is set`,
  keySaved: 'key saved',
  noKey: (variable: string) => `no key (${variable})`,
  running: 'running here, no key needed',
  another: 'another OpenAI-compatible server',
  address: 'Its address, such as https://llm.example.com/v1',
  notAnAddress: (text: string) => `Not an http(s) address: ${text}`,
  key: (place: string) => `API key for ${place}. Paste it; it is not shown.`,
  usesVariable: (variable: string) => `The key in ${variable} is used.`,
  checking: (host: string) => `Asking ${host} for its models`,
  refused: (why: string) => `${why} Nothing was saved. Try again, or Esc to give up.`,
  failed: (why: string) => `Not connected: ${why} Nothing was saved.`,
  theKey: 'the key',
  noModels: (host: string) => `${host} lists no models. Name of the model`,
  whichModel: (host: string, count: number) => `Which model? ${host} has ${count}`,
  givenUp: 'Not connected. Nothing was saved.',
  done: (model: string, host: string) => `Connected: ${model} at ${host}.`,
  saved: (keys: string, settings: string) => `The key is in ${keys} (readable by you alone), the model in ${settings}.`,
  savedModel: (settings: string) => `The model is in ${settings}.`,
  overridden: (where: string) => `${where} takes precedence as long as it is set.`,
  next: 'Start coder in a project.',
  usage: 'usage: coder login [PROVIDER|ADDRESS]; without a terminal the key is read from standard input',
  noKeyOnInput: 'there is no key on standard input; pipe it in, or run this in a terminal.',
  noKeyInWords:
    'a key does not belong on the command line, where others can see it; paste it when asked, or pipe it in',
  unknownProvider: (name: string, near: string | undefined, all: string) =>
    `unknown provider "${name}"${near === undefined ? '.' : `; did you mean ${near}?`} Known: ${all}, or an http(s) address.`,
  loggedOut: (name: string) => `Removed the key for ${name}.`,
  noKeys: (file: string) => `There is no key in ${file}.`,
  notLoggedIn: (name: string, all: string) => `There is no saved key for ${name}. Saved: ${all}`,
  whichKey: 'Remove the key for which provider?',
  stillSet: (variable: string) => `${variable} is still set and is used.`,
});

export const login = late(words);

export type LoginWords = ReturnType<typeof login>;
