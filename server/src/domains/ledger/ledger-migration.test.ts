import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS, migrate } from '#db/migration/migrate.ts';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../test/harness.ts';
import { checkLedger, post } from './index.ts';

let it: FreshDatabase;
let folder: string;

const noSeed = async () => {};
const run = (statement: string) => sql.raw(statement).execute(it.db);

beforeAll(async () => {
  it = await startDatabase();
  folder = await mkdtemp(join(tmpdir(), 'banbo-migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  const later = (await readdir(folder)).filter((name) => name >= '0091');
  await Promise.all(later.map((name) => rm(join(folder, name))));
  await run('DROP SCHEMA public CASCADE');
  await run('CREATE SCHEMA public');
  await migrate(it.db, noSeed, folder);
});
afterAll(async () => {
  await it.close();
  await rm(folder, { recursive: true });
});

const postOne = (subjectId: string) =>
  it.db.transaction().execute((tx) =>
    post(
      tx,
      [
        {
          day: '2026-11-20',
          kind: 'payment',
          subjectId,
          description: 'A fee\nof Kofi’s \\',
          postings: [
            { account: '1000', pesewas: 20_000n },
            { account: '1010', pesewas: -20_000n },
          ],
        },
      ],
      { by: null, now: new Date('2026-11-20T10:00:00.120Z') },
    ),
  );

test('entries of before keep their hash and are checked by it, beside those whose hash is of a written text', async () => {
  await postOne('1');
  await postOne('2');
  const before = await it.db.selectFrom('ledger_entries').select('hash').orderBy('number').execute();
  await migrate(it.db, noSeed);
  await postOne('3');
  const entries = await it.db.selectFrom('ledger_entries').select(['hash', 'hash_version']).orderBy('number').execute();
  expect(entries.map(({ hash_version }) => hash_version)).toEqual([1, 1, 2]);
  expect(entries.slice(0, 2).map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
  expect(await checkLedger(it.db)).toEqual([]);
  await run('ALTER TABLE ledger_postings DISABLE TRIGGER USER');
  await run('UPDATE ledger_postings SET amount = amount * 2 WHERE entry IN (2, 3)');
  expect(await checkLedger(it.db)).toEqual([
    expect.stringMatching(/^Entry 2 is not what its hash says\./),
    expect.stringMatching(/^Entry 3 is not what its hash says\./),
  ]);
});

test('the text that is hashed is the same in any time zone and style of dates', async () => {
  await it.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL TimeZone = 'Asia/Tokyo'`.execute(tx);
    await sql`SET LOCAL DateStyle = 'German'`.execute(tx);
    const { rows } = await sql<{ text: string }>`
      SELECT ledger_text(entry, ARRAY(
        SELECT posting FROM ledger_postings AS posting WHERE posting.entry = number ORDER BY line
      )) AS text FROM ledger_entries AS entry WHERE number = 1`.execute(tx);
    expect(rows[0]?.text.split('\n').slice(1)).toEqual([
      'number 1',
      'day 2026-11-20',
      'kind payment',
      'subject 1',
      'reverses -',
      'description A fee\\nof Kofi’s \\\\',
      'by -',
      'at 2026-11-20T10:00:00.120000Z',
      'posting 1 1000 200.00 - 2026-11-20',
      'posting 2 1010 -200.00 - 2026-11-20',
    ]);
  });
});
