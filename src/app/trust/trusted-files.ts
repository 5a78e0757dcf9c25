/** Looks at the project's files, leaving out the text of notes that were not agreed to. */

import { join } from 'node:path';
import { readProjectFiles } from '../../host/files/project-files.ts';
import type { ProjectFiles } from '../../protocol/project.ts';
import { instructionsItem } from './items.ts';
import type { ProjectTrust } from './project-trust.ts';

export function trustedFiles(cwd: string, trust: ProjectTrust): ProjectFiles {
  const file = join(cwd, 'AGENTS.md');
  return readProjectFiles(cwd, (bytes) => trust.admits(instructionsItem(trust.root, file, bytes)));
}
