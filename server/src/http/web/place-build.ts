import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FolderInUse, lockFolder } from '#lib/folder-lock.ts';

/** Milliseconds for which a build stays after it was asked for, until the server that asked has come to serve it. */
const ASKED_MS = 600_000;
const LOOK_AGAIN_MS = 200;
/** The file by which `folder-lock.ts` locks a folder. */
const LOCK = 'lock';
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
    await wait(LOOK_AGAIN_MS);
  }
};

const wasJustAskedFor = async (folder: string): Promise<boolean> =>
  Math.abs(Date.now() - (await stat(folder)).mtimeMs) < ASKED_MS;

/** Removes a folder at once for all who look for it, and then its files. */
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

/** Removes what no server uses: old builds, drafts of builds that were killed, and what older versions left. */
const sweep = async (builds: string, placed: string): Promise<void> => {
  for (const name of await readdir(builds)) {
    if (name === LOCK || name === placed) continue;
    const folder = join(builds, name);
    if (existsSync(join(folder, LOCK)) && !name.startsWith(DRAFT)) await removeIfUnused(builds, folder);
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
 * Builds aside, and gives the build its name once it is whole, so that no server meets a part of one, or loses the one that
 * it serves. Of several that start at once one builds, and the others wait for it. The name of a whole build never changes
 * its contents. Older builds that nobody serves are removed.
 */
export const placeBuild = async ({ builds, name, build }: Placing): Promise<void> => {
  await mkdir(builds, { recursive: true });
  const unlock = await lockInTurn(builds);
  try {
    const folder = join(builds, name);
    if (existsSync(join(folder, 'pages.json'))) return;
    await rm(folder, { recursive: true, force: true });
    // A name of its own, since the children of a killed build may still write to theirs.
    const draft = await mkdtemp(join(builds, DRAFT));
    try {
      await build(draft);
      await writeFile(join(draft, LOCK), '');
      await rename(draft, folder);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    await sweep(builds, name);
  } finally {
    unlock();
  }
};
