import type { Registration } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { makingAccounts, rowsNamed, storingDrivers } from '../../../test/builders/many-drivers.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { leftBehind, sendRegistration } from '../../../test/register.ts';
import { countWaiting } from '../../../test/waiting.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SuperAdmin'));
});
afterAll(() => it.close());

const LISTS = {
  nationality: { list: '/nationality', entry: '/nationality', column: 'nationality' },
  identification_type: { list: '/identification', entry: '/identification', column: 'identification' },
  kin_relationship: {
    list: '/relationship/get_relationship',
    entry: '/relationship/delete_relationship',
    column: 'relationship',
  },
} as const;
type Field = keyof typeof LISTS;

const idOf = async (field: Field, name: string): Promise<string> => {
  const entries: Record<string, string>[] = (await it.app.inject(`/api${LISTS[field].list}`)).json();
  const entry = entries.find((one) => one[LISTS[field].column] === name);
  if (!entry?.id) throw new Error(`${name} is not in the list`);
  return entry.id;
};

const remove = async (field: Field, name: string) => {
  const url = `/api${LISTS[field].entry}/${await idOf(field, name)}`;
  const response = await it.app.inject({ method: 'DELETE', url, headers });
  return { ...response.json(), status: response.statusCode };
};

const rename = async (name: string, to: string) => {
  const url = `/api/nationality/${await idOf('nationality', name)}`;
  const response = await it.app.inject({ method: 'PATCH', url, headers, payload: { nationality: to } });
  return { ...response.json(), status: response.statusCode };
};

test.each([
  ['nationality', 'TOGOLESE', {}],
  ['identification_type', 'VOTER ID', { id_number: '1234567890' }],
  ['kin_relationship', 'UNCLE', {}],
] as const)(
  'a %s that drivers have is not deleted, and the refusal says how many have it',
  async (field, name, given) => {
    const chosen: Partial<Registration> = { [field]: name, ...given };
    const { driver } = await buildDriver(it, chosen);
    expect(await remove(field, name)).toMatchObject({
      status: 409,
      code: 'conflict',
      message: `${name} is used by 1 driver.`,
    });
    await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', driver.id).execute();
    await buildDriver(it, { ...chosen, ...('id_number' in given && { id_number: '1234567891' }) });
    expect(await remove(field, name)).toMatchObject({ message: `${name} is used by 2 drivers.` });
  },
);

test('a deletion waits for a registration that is on its way, and is refused for it', async () => {
  const open = await it.db.startTransaction().execute();
  await buildDriver({ ...it, db: open }, { kin_relationship: 'COUSIN' });
  const removal = awaitLater(remove('kin_relationship', 'COUSIN'));
  await expect.poll(() => countWaiting(it.db)).toBe(1);
  await open.commit().execute();
  expect(await removal).toMatchObject({ status: 409, message: 'COUSIN is used by 1 driver.' });
});

test.each([
  ['nationality', 'BENINESE', 'Please choose the nationality from the list.'],
  ['identification_type', 'SSNIT', 'Please choose the identification type from the list.'],
  ['kin_relationship', 'NEPHEW', 'Please choose the relationship from the list.'],
] as const)(
  'a registration whose %s is deleted meanwhile is refused and leaves nothing',
  async (field, name, message) => {
    const before = await leftBehind(it);
    const id = await idOf(field, name);
    const open = await it.db.startTransaction().execute();
    const table = {
      nationality: 'nationalities',
      identification_type: 'identifications',
      kin_relationship: 'relationships',
    };
    await sql`DELETE FROM ${sql.table(table[field])} WHERE id = ${id}`.execute(open);
    const registration = awaitLater(sendRegistration(it, { [field]: name, id_number: 'GHA-799999999-1' }));
    await expect.poll(() => countWaiting(it.db)).toBe(1);
    await open.commit().execute();
    expect(await registration).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', issues: [{ path: `body.${field}`, message }] },
    });
    expect(await leftBehind(it)).toEqual(before);
  },
);

test('a new name reaches the drivers who have it', async () => {
  const { driver } = await buildDriver(it, { nationality: 'MALIAN' });
  expect(await rename('MALIAN', 'Malian citizen')).toMatchObject({ status: 200 });
  const shown = await it.app.inject({ url: `/api/drivers/${driver.id}`, headers });
  expect(shown.json().nationality).toBe('MALIAN CITIZEN');
});

test('a new name takes the persons who have it in the order of their ids, as removing does, whatever order they are stored in', async () => {
  const [first, second] = [
    (await buildDriver(it, { nationality: 'LIBERIAN' })).driver,
    (await buildDriver(it, { nationality: 'LIBERIAN' })).driver,
  ];
  // Its row now lies behind that of the second one.
  await it.db.updateTable('persons').set({ email: 'ama@example.com' }).where('id', '=', first.person_id).execute();
  await sql`VACUUM persons`.execute(it.db);
  const removing = await it.db.startTransaction().execute();
  const lock = (id: string) => sql`SELECT FROM persons WHERE id = ${id} FOR NO KEY UPDATE`.execute(removing);
  await lock(first.person_id);
  const renamed = awaitLater(rename('LIBERIAN', 'Liberian citizen'));
  await expect.poll(() => countWaiting(it.db)).toBe(1);
  await lock(second.person_id);
  await removing.commit().execute();
  expect(await renamed).toMatchObject({ status: 200 });
});

test('a name that very many drivers have stays as it is', async () => {
  const rows = rowsNamed('KOFI', 'MANY', 'IVORIAN', "timestamptz '2024-01-01'");
  await sql.raw(storingDrivers(rows, makingAccounts(900_000, 1001))).execute(it.db);
  expect(await rename('IVORIAN', 'IVOIRIAN')).toMatchObject({
    status: 409,
    message: 'IVORIAN is used by more than 1,000 drivers, so it keeps its name.',
  });
  expect(await remove('nationality', 'IVORIAN')).toMatchObject({
    message: 'IVORIAN is used by more than 1,000 drivers.',
  });
});

test('the Ghana Card stays, since its numbers are checked by its name', async () => {
  const message = 'GHANA CARD has rules of its own, so it stays in the list as it is.';
  expect(await remove('identification_type', 'GHANA CARD')).toMatchObject({ status: 409, message });
});
