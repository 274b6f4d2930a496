import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openPglite } from '../../src/db/pglite/open-pglite.ts';
import { startedFolder } from './started-folder.ts';

const PROGRAM = join(import.meta.dirname, 'fill-log.ts');

test('a disk without room for the log ends the process in one line, and the next start has all that was confirmed', async () => {
  const { dataDir, remove } = startedFolder();
  const { code, output, said } = await new Promise<{ code: unknown; output: string; said: string }>((resolve) => {
    execFile(process.execPath, [PROGRAM, dataDir], (error, stdout, stderr) =>
      resolve({ code: error?.code, output: stdout, said: stderr }),
    );
  });
  expect(code).toBe(1);
  expect(said).toMatch(
    /^The embedded database stopped: could not write to file "pg_wal\/.*": No space left on device\. The server ends; .*\n$/,
  );
  const confirmed = /(\d+) confirmed\n$/.exec(output)?.[1];
  expect(Number(confirmed)).toBeGreaterThan(0);
  const { db, close } = await openPglite(dataDir);
  const { rows } = await sql`SELECT count(*) FROM lines`.execute(db);
  expect(rows).toEqual([{ count: confirmed }]);
  await close();
  remove();
});
