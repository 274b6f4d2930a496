import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { ARCHIVING } from './cluster-folder.ts';

/** A moment in ISO 8601's basic format: names that begin with one sort by it. */
export const basicInstant = (moment: Date): string => moment.toISOString().replaceAll(/[-:]/g, '');

/**
 * The file that a DATA_DIR has while its log is archived. It is empty until the first segment, and
 * then names the chain of the log, and the place of the backups that has it.
 */
export const archivingFile = (dataDir: string) => {
  const path = join(dataDir, ARCHIVING);
  const read = (): { chain: string; place: string } => {
    const [chain = '', ...words] = fs.existsSync(path) ? fs.readFileSync(path, 'utf8').split(' ') : [];
    return { chain, place: words.join(' ') };
  };
  const write = (text: string): void => {
    // Overwritten in place, which a full disk allows too, and never empty in between.
    const file = fs.openSync(path, fs.existsSync(path) ? 'r+' : 'w', 0o600);
    try {
      fs.ftruncateSync(file, fs.writeSync(file, text, 0));
      fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
  };
  const begin = (place: string): string => {
    // It says when it began, by which its log is known to wait for a first base.
    const chain = `${basicInstant(new Date()).slice(0, 15)}-${randomUUID()}`;
    write(`${chain} ${place}`);
    return chain;
  };
  return {
    exists: (): boolean => fs.existsSync(path),
    /** Says that the log is archived from now on, or no more. */
    mark: (isArchived: boolean): void => {
      if (!isArchived) fs.rmSync(path, { force: true });
      else if (!fs.existsSync(path)) write('');
    },
    /** The chain in a place; null before a server archived there. */
    chainIn: (place: string): string | null => {
      const named = read();
      return named.chain !== '' && named.place === place ? named.chain : null;
    },
    /** Begins a chain in a place, and gives its name. */
    begin,
    /** Has the log that follows begin a chain of its own, which a new base opens. */
    endChain: (): void => {
      const { chain, place } = read();
      if (chain !== '') begin(place);
    },
    /** When the chain began. */
    begunAt: (): Date | null => fs.statSync(path, { throwIfNoEntry: false })?.mtime ?? null,
  };
};
