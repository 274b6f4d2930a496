import fs from 'node:fs';
import { sql } from 'kysely';
import { openPglite } from '../../src/db/pglite/open-pglite.ts';

// A program that writes until the disk has no room for the log, not even where the spare space was, and says what of it
// was confirmed.
const [dataDir = ''] = process.argv.slice(2);
const { db } = await openPglite(dataDir);
await sql`CREATE TABLE lines (line text)`.execute(db);

const { writeSync } = fs;
Object.assign(fs, {
  writeSync: (file: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
    const grows = position + length > fs.fstatSync(file).size;
    if (grows && fs.readlinkSync(`/proc/self/fd/${file}`).includes('/pg_wal/')) {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    }
    return writeSync(file, bytes, offset, length, position);
  },
});
for (let confirmed = 0; ; confirmed += 1000) {
  writeSync(1, `${confirmed} confirmed\n`);
  await sql`INSERT INTO lines SELECT repeat('x', 300) FROM generate_series(1, 1000)`.execute(db);
}
