import fs from 'node:fs';

/**
 * Ends the process at once with one line, answering nobody: what was acknowledged is on the disk and the next start finds
 * it, while anything said after the disk refused a write could be untrue.
 */
export const halt = (why: string): never => {
  try {
    fs.writeSync(process.stderr.fd, `${why}. The server ends; everything it confirmed is kept.\n`);
  } finally {
    process.exit(1);
  }
};
