import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FolderInUse, LOCK_FILE, lockFolder, shareFolder } from '#lib/folder-lock.ts';
import { StartRefusal } from '#lib/refusal.ts';

/** The folder of all builds of the web, each in a folder named after its sources and settings. */
const WEB_BUILDS = join(import.meta.dirname, '../../../../web/build');

/** Milliseconds that a build stays after a server asked for it, until it comes to serve it. */
const ASKED_MS = 600_000;
const RETRY_MS = 200;
const DRAFT = 'draft-';

/** A build is whole once it has its list of pages, which is written last. */
const isBuild = (folder: string): boolean => existsSync(join(folder, 'pages.json'));

const lockOrNull = (folder: string): (() => void) | null => {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    throw error;
  }
};

const lockInTurn = async (folder: string): Promise<() => void> => {
  for (;;) {
    const unlock = lockOrNull(folder);
    if (unlock) return unlock;
    await wait(RETRY_MS);
  }
};

const wasJustAskedFor = async (folder: string): Promise<boolean> =>
  Math.abs(Date.now() - (await stat(folder)).mtimeMs) < ASKED_MS;

/** Hides a folder at once by renaming it, and then removes its files. */
const remove = async (builds: string, folder: string): Promise<void> => {
  const removed = join(await mkdtemp(join(builds, DRAFT)), 'removed');
  await rename(folder, removed);
  await rm(join(removed, '..'), { recursive: true });
};

/** Removes a build unless a server has its lock or it was just asked for. */
const removeIfUnused = async (builds: string, folder: string): Promise<void> => {
  if (await wasJustAskedFor(folder)) return;
  const unlock = lockOrNull(folder);
  if (!unlock) return;
  try {
    // A start may have asked for it in between.
    if (!(await wasJustAskedFor(folder))) await remove(builds, folder);
  } finally {
    unlock();
  }
};

/** Removes unused builds, drafts of killed builds, and what older versions left. */
const sweep = async (builds: string, placed: string): Promise<void> => {
  for (const name of await readdir(builds)) {
    if (name === LOCK_FILE || name === placed) continue;
    const folder = join(builds, name);
    if (existsSync(join(folder, LOCK_FILE)) && !name.startsWith(DRAFT)) await removeIfUnused(builds, folder);
    else await rm(folder, { recursive: true, force: true });
  }
};

export type Placing = {
  /** The folder of all builds. */
  builds: string;
  /** The name of the one that is wanted. */
  name: string;
  /** Makes the build in an empty folder; its `pages.json`, written last, says that it is whole. */
  build: (draft: string) => Promise<void>;
};

/**
 * Builds in a draft folder and renames it once it is whole, so that no server meets a part of a
 * build or loses the one that it serves. Of several starts one builds and the others wait. A whole
 * build never changes. Unserved older builds are removed.
 */
export const placeBuild = async ({ builds, name, build }: Placing): Promise<void> => {
  await mkdir(builds, { recursive: true });
  const unlock = await lockInTurn(builds);
  try {
    const folder = join(builds, name);
    if (isBuild(folder)) return;
    await rm(folder, { recursive: true, force: true });
    // A name of its own, since the children of a killed build may still write to theirs.
    const draft = await mkdtemp(join(builds, DRAFT));
    try {
      await build(draft);
      await writeFile(join(draft, LOCK_FILE), '');
      await rename(draft, folder);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    await sweep(builds, name);
  } finally {
    unlock();
  }
};

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
  // A build outside this folder is never removed and has no lock.
  if (existsSync(join(folder, LOCK_FILE))) shareFolder(folder);
  return folder;
};
