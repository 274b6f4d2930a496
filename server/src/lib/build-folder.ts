import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FolderInUse, LOCK_FILE, lockFolder, shareFolder } from './folder-lock.ts';

/** Milliseconds that a build stays after a start asked for it, until its server comes to use it. */
const ASKED_MS = 600_000;
const RETRY_MS = 200;
const DRAFT = 'draft-';

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
  /** The file of a build that is written last: a build that has it is whole. */
  whole: string;
  /** Makes the build in an empty folder. */
  build: (draft: string) => Promise<void>;
};

/**
 * Builds in a draft folder and renames it once it is whole, so that no server meets a part of a
 * build or loses the one that it uses. Of several starts one builds and the others wait. A whole
 * build never changes. Unused older builds are removed.
 */
export const placeBuild = async ({ builds, name, whole, build }: Placing): Promise<void> => {
  await mkdir(builds, { recursive: true });
  const unlock = await lockInTurn(builds);
  try {
    const folder = join(builds, name);
    if (existsSync(join(folder, whole))) return;
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

/**
 * Keeps a build from being removed until this process ends. A folder that `placeBuild` did not
 * make, such as one of sources, has no lock and is never removed.
 */
export const keepBuild = (folder: string): void => {
  if (existsSync(join(folder, LOCK_FILE))) shareFolder(folder);
};
