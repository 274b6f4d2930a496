import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { allowPassing } from '#db/cluster/run-as.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { prepareDataDir } from './data-dir.ts';

/** Marks a folder as a demo's, and holds the sign-ins once it is filled. */
const MARKER = '.banbo-demo';

const throwaway = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'banbo-demo-'));
  allowPassing(folder);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/**
 * The absolute path of a folder for a demo: `asked`, or a new one that is removed with the process.
 * Throws a `StartRefusal` when the folder holds anything that is not a demo's.
 */
export const demoFolder = (asked: string | undefined): string => {
  const folder = asked ? resolve(asked) : throwaway();
  const isEmpty = !existsSync(folder) || readdirSync(folder).length === 0;
  if (!isEmpty && !existsSync(join(folder, MARKER))) {
    throw new StartRefusal(`The demo does not touch ${folder}, which holds something else: give it an empty DATA_DIR`);
  }
  prepareDataDir(folder);
  if (isEmpty) writeFileSync(join(folder, MARKER), '');
  return folder;
};

/** The sign-ins that `markFilled` stored, or null while the folder is not filled. */
export const filledWith = <T>(folder: string): T | null => {
  const text = readFileSync(join(folder, MARKER), 'utf8');
  return text === '' ? null : (JSON.parse(text) as T);
};

/** Stores the sign-ins of a filled demo, so that its next start does not fill it again. */
export const markFilled = (folder: string, signIns: unknown): void => {
  writeFileSync(join(folder, MARKER), JSON.stringify(signIns), { flush: true });
};
