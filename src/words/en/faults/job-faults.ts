/** What is wrong with a job, with the file of a fleet, or with standard input, by name. */

import { late } from '../../../base/late.ts';
import { BUDGET_HINT } from '../../../protocol/spending.ts';

const words = () => ({
  // a job
  jobIdForm: () => 'must be 1 to 200 characters and must not begin with a space or a slash',
  jobBlank: () => 'must not be blank',
  jobOther: (id: string) => `id: ${id} is the id of another job. Give this one a different id.`,
  jobNoFolder: (folder: string) => `cwd: no such folder: ${folder}`,
  jobBudget: (budget: string) => `budget: cannot be read: ${budget}. ${BUDGET_HINT}`,
  jobVariable: (name: string) => `env_names: ${name} is not set`,
  jobSchema: (keywords: string) => `output_schema: coder cannot check ${keywords}`,
  jobNoRepository: (key: string, folder: string) => `${key}: ${folder} is not in a git repository`,
  jobWorktreeUsed: (name: string) => `${name} is in use`,

  // the file of a fleet
  lineNoObject: (line: string) => `line ${line} is not a JSON object`,
  lineOtherJob: (line: string) => `line ${line} has the id of another job`,

  // standard input, or the file named in its place
  standardInput: () => 'standard input',
  inputLine: (line: string) => `standard input, line ${line}`,
  inputNotJson: (what: string, why: string) => `${what} is not JSON: ${why}`,
  inputNotRead: (what: string, why: string) => `${what} cannot be read: ${why}`,
  inputLineNoJson: (place: string, text: string) => `${place}: not a line of JSON: ${text}`,
  inputTooLong: () => 'standard input is longer than 32 MB; put it into a file and name the file',
  inputNoText: () => 'standard input is not text; put it into a file and name the file: coder -p "… @FILE"',
});

export const jobFaults = late(words);

export type JobFaultWords = ReturnType<typeof jobFaults>;
