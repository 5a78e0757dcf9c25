/** The folders in which skills are looked for, nearest first. */

import { join } from 'node:path';
import { isInside } from '../../base/files/paths.ts';
import { homeSkills, PROJECT_SKILLS } from '../../integrations/extension-folders.ts';
import type { SkillsFolder } from '../../integrations/skills.ts';
import type { AppSettings } from '../load-app-settings.ts';
import { skillItem } from '../trust/items.ts';

export function skillFolders({
  cwd,
  home,
  userHome,
  isProjectClosed,
  settings,
  trust,
  plugins,
}: AppSettings): SkillsFolder[] {
  const admits = (path: string, bytes: Buffer) => trust.admits(skillItem(trust.root, path, bytes));
  const ofProject = (path: string): SkillsFolder => ({ path, root: trust.root, admits });
  const isOwn = (folder: string) => folder.startsWith('.coder/');
  return [
    ...PROJECT_SKILLS.filter((folder) => (isOwn(folder) ? !isProjectClosed : cwd !== userHome)) // in the home folder they are the user's
      .map((folder) => join(cwd, folder))
      .filter((folder) => !isInside(home, folder))
      .map(ofProject),
    { path: join(home, 'skills') },
    ...(userHome === undefined ? [] : homeSkills(userHome).map((path) => ({ path }))),
    ...settings.skills.paths.map((path) => (isInside(trust.root, path) ? ofProject(path) : { path })),
    ...plugins.current.flatMap(({ skills }) => skills),
  ];
}
