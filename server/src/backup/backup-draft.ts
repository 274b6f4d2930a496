import fs from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { LOCK_FILE, lockFolder } from '#lib/folder-lock.ts';
import { draftOf } from '#lib/make-aside.ts';

/** Marks a folder as the draft of a backup, with the machine on which it is made. Written once the draft is locked. */
const DRAFT_MARK = 'banbo-draft.json';
const ENDING = draftOf('');

/** Takes the draft for this process: a process that ends, for any reason, holds it no longer. Answers how to let it go. */
export const takeDraft = (draft: string): (() => void) => {
  const unlock = lockFolder(draft);
  fs.writeFileSync(join(draft, DRAFT_MARK), JSON.stringify({ host: hostname() }), { flush: true });
  return unlock;
};

/** Removes from a finished backup what only its draft needed. */
export const clearDraftMarks = (folder: string): void => {
  for (const name of [DRAFT_MARK, LOCK_FILE]) fs.rmSync(join(folder, name), { force: true });
};

/** The machine that a draft of this user's was made on, or null for any other folder. */
const hostOf = (folder: string): string | null => {
  try {
    const found = fs.lstatSync(folder);
    if (!found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) return null;
    const { host } = JSON.parse(fs.readFileSync(join(folder, DRAFT_MARK), 'utf8')) as { host?: unknown };
    return typeof host === 'string' ? host : null;
  } catch {
    return null;
  }
};

/** Removes a draft unless a running backup holds it. */
const removeUnlessHeld = (draft: string): boolean => {
  let unlock = () => {};
  try {
    unlock = lockFolder(draft);
    fs.rmSync(draft, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  } finally {
    unlock();
  }
};

/**
 * Removes the drafts in a folder that backups of this user left when they were killed, so that they do not fill the disk.
 * Locks do not reach across machines, so a draft of another one is named and stays.
 */
export const removeDeadDrafts = (parent: string): void => {
  for (const name of fs.readdirSync(parent)) {
    if (!name.endsWith(ENDING)) continue;
    const draft = join(parent, name);
    const host = hostOf(draft);
    if (host === null) continue;
    if (host !== hostname()) console.warn(`${draft} is of a backup on ${host}: remove it if none is running there.`);
    else if (removeUnlessHeld(draft)) console.log(`${draft} was left by a backup that was cut off, and is removed.`);
  }
};
