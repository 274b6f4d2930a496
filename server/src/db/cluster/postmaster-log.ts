import fs from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** At this size the file becomes `.1`, in place of the one before. */
const MAX_BYTES = 1024 * 1024;
const LAST_LINES = 20;

export type PostmasterLog = {
  /** Reads PostgreSQL's output until the stream ends. */
  read: (stream: Readable) => void;
  /** The last lines, oldest first. */
  lastLines: () => string[];
  /** The text of the last FATAL or PANIC line since `begin`; null if there is none. */
  lastError: () => string | null;
  /** Marks the beginning of another PostgreSQL's output. */
  begin: () => void;
};

const GRAVE = /(?:FATAL|PANIC): +(.*)/;

/** Keeps PostgreSQL's log in two files of a megabyte; a full disk only loses lines. */
export const postmasterLog = (folder: string): PostmasterLog => {
  const file = join(folder, 'postgresql.log');
  let lines: string[] = [];
  let error: string | null = null;
  const append = (line: string): void => {
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) fs.renameSync(file, `${file}.1`);
      fs.appendFileSync(file, `${line}\n`, { mode: 0o600 });
    } catch {}
  };
  return {
    read: (stream) => {
      let rest = '';
      stream.setEncoding('utf8').on('data', (text: string) => {
        const [...whole] = (rest + text).split('\n');
        rest = whole.pop() ?? '';
        for (const line of whole) append(line);
        lines = [...lines, ...whole].slice(-LAST_LINES);
        error = whole.map((line) => GRAVE.exec(line)?.[1]).findLast((found) => found !== undefined) ?? error;
      });
    },
    lastLines: () => lines,
    lastError: () => error,
    begin: () => {
      error = null;
    },
  };
};
