import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveTo, type RunAs } from './run-as.ts';

const SOCKET_LOCK = '.s.PGSQL.5432.lock';
/** The address of a Unix socket has 108 bytes on Linux and 104 on macOS, the last of them a zero. */
const MAX_BYTES = 103;
const TEMPORARY = 'banbo-socket-';

/** PostgreSQL reads the folder's name as a list, in which commas and quotes have a meaning. */
const canHoldSocket = (folder: string): boolean =>
  Buffer.byteLength(join(folder, SOCKET_LOCK)) <= MAX_BYTES && !/[,"]/.test(folder);

/**
 * Makes the folder of PostgreSQL's socket, which only its user and root may enter: below DATA_DIR, or in a new
 * temporary folder of the system where the socket's address would be too long. The answer names it and removes it.
 */
export const makeSocketFolder = (dataDir: string, runAs: RunAs): { folder: string; remove: () => void } => {
  const own = join(dataDir, 'socket');
  const fits = canHoldSocket(own);
  const folder = fits ? own : fs.mkdtempSync(join(tmpdir(), TEMPORARY));
  if (fits) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.chmodSync(folder, 0o700);
  giveTo(runAs, folder);
  return { folder, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
};
