import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveTo, type RunAs } from './run-as.ts';

const SOCKET = '.s.PGSQL.5432';
const SOCKET_LOCK = `${SOCKET}.lock`;
/** The address of a Unix socket has 108 bytes on Linux and 104 on macOS, the last of them a zero. */
const MAX_BYTES = 103;
const TEMPORARY = 'banbo-socket-';

/** PostgreSQL reads the folder's name as a list, in which commas and quotes have a meaning. */
const canHoldSocket = (folder: string): boolean =>
  Buffer.byteLength(join(folder, SOCKET_LOCK)) <= MAX_BYTES && !/[,"]/.test(folder);

export type SocketFolder = {
  folder: string;
  /** Makes the folder again where it was removed. Throws where somebody else's is in its place. */
  makeAgain: () => void;
  /** True while connections find the socket of a PostgreSQL that is ready. */
  isReachable: () => boolean;
  remove: () => void;
};

/**
 * Makes the folder of PostgreSQL's socket, which only its user and root may enter: below DATA_DIR, or in a new
 * temporary folder of the system where the socket's address would be too long.
 */
export const makeSocketFolder = (dataDir: string, runAs: RunAs): SocketFolder => {
  const own = join(dataDir, 'socket');
  const fits = canHoldSocket(own);
  const folder = fits ? own : fs.mkdtempSync(join(tmpdir(), TEMPORARY));
  const close = (): void => {
    fs.chmodSync(folder, 0o700);
    giveTo(runAs, folder);
  };
  if (fits) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  close();
  return {
    folder,
    makeAgain: () => {
      if (fs.existsSync(folder)) return;
      // Not `recursive`, which takes a folder that another user has just made in a place open to all.
      fs.mkdirSync(folder, { mode: 0o700 });
      close();
    },
    isReachable: () => fs.existsSync(join(folder, SOCKET)),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
};
