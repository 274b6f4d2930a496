import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS } from '#db/migration/migrate.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

/** A driver whose number is stored in a form from before there was one. */
const older = async (identification_type: string, id_number: string, removed_at: Date | null = null) => {
  const { id, person_id } = (await buildDriver(it)).driver;
  await it.db.updateTable('drivers').set({ removed_at }).where('id', '=', id).execute();
  await it.db.updateTable('persons').set({ identification_type, id_number }).where('id', '=', person_id).execute();
  return id;
};
const numberOf = async (id: string): Promise<string | null> =>
  (await it.db.selectFrom('driver_records').select('id_number').where('id', '=', id).executeTakeFirstOrThrow())
    .id_number;

test('Ghana Card numbers of before come to one form, but for one that another current driver has in it', async () => {
  const card = 'GHANA CARD';
  const given: [id: string, number: string][] = [
    [await older(card, '712345678-9'), 'GHA-712345678-9'],
    [await older(card, 'GHA 712345679 9'), 'GHA-712345679-9'],
    [await older(card, '712345670-1'), '712345670-1'],
    [await older(card, 'GHA-712345670-1'), 'GHA-712345670-1'],
    [await older(card, '7123456701', it.clock.now), 'GHA-712345670-1'],
    [await older(card, 'GHA-1'), 'GHA-1'],
    [await older('PASSPORT', '7123456711'), '7123456711'],
  ];
  const migration = await readFile(join(MIGRATIONS, '0016_ghana_card_numbers.sql'), 'utf8');
  await it.db.transaction().execute(async (tx) => {
    // Drivers had their persons' columns then.
    await sql`
      CREATE TEMPORARY VIEW drivers AS SELECT *, CASE WHEN NOT is_current THEN now() END AS removed_at FROM persons`.execute(
      tx,
    );
    await sql.raw(migration).execute(tx);
    await sql`DROP VIEW pg_temp.drivers`.execute(tx);
  });
  for (const [id, number] of given) expect(await numberOf(id)).toBe(number);
});
