import { once } from 'node:events';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#db/database.ts';
import { awaitLater } from '#lib/gather.ts';
import { othersHaveEnded, startBeside } from './server-beside.ts';
import { countWaiting } from './waiting.ts';

/**
 * Has a server begin the import of the file with `lines`, and kills it in the midst of the chunk
 * with the last line, before the commit. Gives how many lines were done before, once the server's
 * connection has ended: its chunk ends with it, before another server may take the job over.
 */
export const killImporting = async (db: Db, job: string, lines: string, id: string): Promise<number> => {
  const latest = db.selectFrom('jobs').select('done').where('name', '=', job).orderBy('id', 'desc').limit(1);
  const done = async () => (await latest.executeTakeFirstOrThrow()).done;
  // The chunk has written its records when it comes to the outcome of this line, and waits.
  await db.transaction().execute(async (tx) => {
    await sql`
      SELECT FROM ${sql.table(lines)} WHERE import_id = ${id} ORDER BY line DESC LIMIT 1 FOR UPDATE`.execute(tx);
    const server = await startBeside(db, 'importing-server.ts');
    const ended = awaitLater(once(server, 'exit'));
    await expect.poll(() => countWaiting(db)).toBe(1);
    server.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  });
  await othersHaveEnded(db);
  return done();
};
