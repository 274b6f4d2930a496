import { type Driver, missingInWords } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendCar } from '../../../../test/builders/cars.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { importDriver } from '../../../../test/driver-imports.ts';
import { callDriver, removeDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { tablesWith } from '../../../../test/tables-with.ts';
import { IS_INCOMPLETE } from '../drivers.repo.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SystemAdmin')).headers;
});
afterAll(() => it.close());

const NO_DEFAULTS = { default_nationality: '', default_identification_type: '' };

const show = async (id: string): Promise<Driver> => (await callDriver(it, headers, 'GET', id)).body;
const complete = async (id: string, fields: object) =>
  callDriver(it, headers, 'PATCH', id, { version: (await show(id)).version, reason: 'As the driver says.', ...fields });
const numbersOf = async (id: string) => {
  const numbers = it.db.selectFrom('driver_records').select(['mobile_number', 'id_key']).where('is_current', '=', true);
  return numbers.where('id', '=', id).execute();
};
const incomplete = async (): Promise<string[]> => {
  const response = await it.app.inject({ url: '/api/drivers?records=incomplete', headers });
  return response.json().map(({ id }: { id: string }) => id);
};

test('an incomplete record is completed field by field, and is found until nothing is missing', async () => {
  const { id } = await importDriver(it, headers, { 'Date of Birth': '', 'ID Number': '' }, NO_DEFAULTS);
  const fields = {
    identification_type: 'GHANA CARD',
    gender: 'Female',
    date_of_birth: '1985-11-20',
    nationality: 'Ghanaian',
    id_number: 'gha 7123456789',
    date_issued: '2020-01-15',
    marital_status: 'Single',
    email: 'Yaa@example.com',
    next_of_kin: 'Kofi Mensah',
    kin_mobile_number: '0201234567',
    kin_relationship: 'Brother',
  };
  for (const [field, value] of Object.entries(fields)) {
    expect([field, await incomplete()]).toEqual([field, [id]]);
    const { status, body } = await complete(id, { [field]: value });
    expect([field, status, body.message]).toEqual([field, 200, 'The driver was changed.']);
  }
  expect(await incomplete()).toEqual([]);
  const driver = await show(id);
  expect(missingInWords(driver)).toBe('');
  expect(driver).toMatchObject({
    nationality: 'GHANAIAN',
    id_number: 'GHA-712345678-9',
    expiry_date: '2030-01-14',
    email: 'yaa@example.com',
    kin_mobile_number: '+233201234567',
  });
  const changes = await it.app.inject({ url: `/api/driver_changes?driver_id=${id}&sort=changed_at`, headers });
  expect(changes.json()[1]).toMatchObject({ before: { gender: null }, after: { gender: 'Female' } });
});

test('what is completed is judged as in registering, and what is still missing is not', async () => {
  const { id } = await importDriver(it, headers, { 'ID Number': '' }, NO_DEFAULTS);
  expect((await complete(id, { identification_type: 'Ghana Card' })).status).toBe(200);
  const refused = async (fields: object) => (await complete(id, fields)).body.issues;
  expect(await refused({ id_number: '12' })).toMatchObject([{ path: 'body.id_number' }]);
  expect(await refused({ nationality: 'Martian' })).toMatchObject([{ path: 'body.nationality' }]);
  expect(await refused({ date_issued: '1985-11-19' })).toEqual([
    { path: 'body.date_issued', message: 'The date issued cannot be before the date of birth.' },
  ]);
  expect(await refused({ email: '' })).toMatchObject([{ path: 'body.email' }]);
  expect(await show(id)).toMatchObject({
    identification_type: 'GHANA CARD',
    id_number: '',
    nationality: '',
    version: 2,
  });
});

test('a number that is not known is nobody’s, and once it is known, this person’s alone', async () => {
  const first = await importDriver(it, headers, { 'ID Number': '' });
  const second = await importDriver(it, headers, { 'ID Number': '' });
  expect(await numbersOf(first.id)).toEqual([{ mobile_number: first.mobile_number, id_key: null }]);
  expect((await complete(first.id, { id_number: 'GHA-798765432-1' })).status).toBe(200);
  expect(await numbersOf(first.id)).toEqual([{ mobile_number: first.mobile_number, id_key: 'GHA7987654321' }]);
  expect((await complete(second.id, { id_number: 'GHA-798765432-1' })).body).toMatchObject({
    code: 'already_registered',
    issues: [{ path: 'body.id_number' }],
  });
  await removeDriver(it, headers, first.id);
  expect(await numbersOf(first.id)).toEqual([]);
  expect((await complete(second.id, { id_number: 'GHA-798765432-1' })).status).toBe(200);
});

test('another car is added once the record is complete, since all of it is copied', async () => {
  const { id } = await importDriver(it, headers);
  const refused = await sendCar(it, headers, id);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This record still lacks gender, date issued, marital status, e-mail, next of kin, next of kin’s mobile number and ' +
      'relationship. Complete it first.',
  ]);
  await complete(id, {
    gender: 'Male',
    date_issued: '2020-01-15',
    marital_status: 'Single',
    email: 'kofi@example.com',
    next_of_kin: 'Ama',
    kin_mobile_number: '0201234567',
    kin_relationship: 'Sister',
  });
  expect((await sendCar(it, headers, id)).status).toBe(201);
});

test('the queues of registrations and the file of personal data take what is missing for missing', async () => {
  const { id, driver_code } = await importDriver(it, headers);
  const queue = await it.app.inject({ url: '/api/incomplete_registrations?missing=password&size=100', headers });
  expect(queue.json()).toContainEqual(
    expect.objectContaining({
      driver_code,
      missing: ['fee', 'photo', 'document', 'password'],
      expiry_date: null,
      days_left: null,
    }),
  );
  const file = await it.app.inject({ url: `/api/drivers/${id}/personal_data`, headers });
  expect(file.statusCode).toBe(200);
  expect(file.body).not.toMatch(/null|undefined|NaN/);
});

test('nothing is left of an imported person who is erased, nor of what lists say of them', async () => {
  const imported = await importDriver(it, headers, { 'First Name': 'Zodwa', 'Last Name': 'Quartey' });
  const { import_id } = await show(imported.id);
  const again = await importDriver(it, headers, {}, {}, [
    { 'Last Name': 'Quartey', 'Car Number': imported.car_number, 'Mobile Number': imported.mobile_number },
  ]);
  await removeDriver(it, headers, imported.id);
  const erased = await callDriver(it, headers, 'POST', `${imported.id}/erase`, { reason: 'Asked for by letter.' });
  expect([erased.status, erased.body.message]).toEqual([
    200,
    `The personal data of ${imported.driver_code} are erased.`,
  ]);
  for (const text of ['ZODWA', 'QUARTEY', 'Zodwa', 'Quartey', imported.mobile_number, imported.id_number ?? '?']) {
    expect([text, await tablesWith(it.db, text)]).toEqual([text, []]);
  }
  expect(await show(imported.id)).toMatchObject({ id_number: '', email: '', gender: '', import_id });
  const lines = await it.app.inject({ url: `/api/driver_imports/lines?driver_import=${import_id}`, headers });
  expect(lines.json()).toMatchObject([{ fullname: '', reason: '', is_imported: true }]);
  expect((await show(again.id)).erased_at).toBeNull();
  const removed = await it.app.inject({ url: '/api/drivers?removed=true&records=incomplete', headers });
  expect(removed.json().map(({ id }: { id: string }) => id)).not.toContain(imported.id);
});

test('the database lets no record be incomplete but an imported one, and none be half erased', async () => {
  const { driver } = await buildDriver(it);
  const { id } = await importDriver(it, headers);
  const personOf = sql<string>`(SELECT person_id FROM drivers WHERE id = ${id})`;
  const set = (of: string | typeof personOf, values: Record<string, unknown>) =>
    it.db.updateTable('persons').set(values).where('id', '=', of).execute();
  for (const field of ['email', 'gender', 'id_number', 'next_of_kin', 'date_issued']) {
    await expect(set(driver.person_id, { [field]: null })).rejects.toThrow('persons_whole');
  }
  await expect(set(personOf, { expiry_date: '2030-01-14' })).rejects.toThrow('persons_whole');
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', id).execute();
  await expect(set(personOf, { erased_at: it.clock.now })).rejects.toThrow('persons_whole');
});

test('incomplete records are found by their index', async () => {
  const plan = await it.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off`.execute(tx);
    const { rows } = await sql<Record<string, string>>`
      EXPLAIN SELECT id FROM driver_records WHERE ${IS_INCOMPLETE} AND removed_at IS NULL
      ORDER BY registered_on DESC, id DESC LIMIT 20`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/Index (Only )?Scan using persons_incomplete/);
});
