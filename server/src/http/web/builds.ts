import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { keepBuild } from '#lib/build-folder.ts';
import { StartRefusal } from '#lib/refusal.ts';

/** The folder of all builds of the web, each in a folder named after its sources and settings. */
const WEB_BUILDS = join(import.meta.dirname, '../../../../web/build');

const isBuild = (folder: string): boolean => existsSync(join(folder, 'pages.json'));

/** The build that was asked for last, or null if there is none. */
export const lastBuild = (): string | null => {
  const names = existsSync(WEB_BUILDS) ? readdirSync(WEB_BUILDS) : [];
  const folders = names.map((name) => join(WEB_BUILDS, name)).filter(isBuild);
  const asked = (folder: string): number => statSync(folder).mtimeMs;
  return folders.sort((a, b) => asked(b) - asked(a))[0] ?? null;
};

/**
 * The folder of the build to serve: `given`, or the one that was asked for last. Keeps it from
 * being removed until the process ends. Without any build it is the folder in which one is missing.
 * Throws a `StartRefusal` if `given` holds none.
 */
export const holdBuild = (given: string | undefined): string => {
  if (given !== undefined && !isBuild(given)) {
    throw new StartRefusal(`The setting WEB_BUILD is unusable: ${given} holds no pages; npm start builds them`);
  }
  const folder = given ?? lastBuild();
  if (folder === null) return WEB_BUILDS;
  keepBuild(folder);
  return folder;
};
