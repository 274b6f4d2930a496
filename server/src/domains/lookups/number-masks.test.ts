import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { getList } from '../../../test/list.ts';
import { sendRegistration } from '../../../test/register.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SystemAdmin'));
});
afterAll(() => it.close());

type Entry = { id: string; identification: string; number_mask: string | null };

const typeNamed = async (name: string): Promise<Entry> => {
  const { rows } = await getList(it, '/identification');
  const type = rows.find(({ identification }: Entry) => identification === name);
  if (!type) throw new Error(`${name} is not in the list`);
  return type;
};

const change = async (name: string, payload: object) => {
  const { id } = await typeNamed(name);
  const response = await it.app.inject({ method: 'PATCH', url: `/api/identification/${id}`, headers, payload });
  return { status: response.statusCode, body: response.json() };
};

const register = (identification_type: string, id_number: string) =>
  sendRegistration(it, { identification_type, id_number });

test('a number of a type with a mask is taken in that form alone, in any spelling, and the refusal says the form', async () => {
  const changed = await change('PASSPORT', { number_mask: ' a999-9999 ' });
  expect([changed.status, changed.body.entry.number_mask]).toEqual([200, 'A999-9999']);
  const refused = await register('PASSPORT', 'G123456');
  const message = 'The ID number of this type has the form A999-9999, with a digit for each 9 and a letter for each A.';
  expect([refused.status, refused.body.message]).toEqual([400, message]);
  expect(refused.body.issues).toEqual([{ path: 'body.id_number', message }]);
  expect((await register('PASSPORT', 'G1234567')).status).toBe(201);
  expect((await register('Passport', 'g 765 4321')).status).toBe(201);
});

test('a type whose mask is taken away again has free text, and its name stays', async () => {
  await change('SSNIT', { number_mask: 'A999999999999' });
  expect((await register('SSNIT', 'anything 1')).status).toBe(400);
  expect((await change('SSNIT', { number_mask: null })).body.entry).toMatchObject({
    identification: 'SSNIT',
    number_mask: null,
  });
  expect((await register('SSNIT', 'anything 1')).status).toBe(201);
});

test('a mask that takes only one number, or that would be a regular expression, is refused at its field', async () => {
  for (const number_mask of ['GHA', '123', '(a+)+$', '[0-9]', '9*', '', '9'.repeat(41), '<b>9</b>', 7]) {
    const { status, body } = await change('VOTER ID', { number_mask });
    expect([number_mask, status, body.issues?.[0]?.path]).toEqual([number_mask, 400, 'body.number_mask']);
  }
  expect((await typeNamed('VOTER ID')).number_mask).toBeNull();
});

test('the Ghana Card keeps its own rule: nobody gives it a mask', async () => {
  const { status, body } = await change('GHANA CARD', { number_mask: 'A9' });
  expect([status, body.code]).toEqual([409, 'conflict']);
  expect((await register('GHANA CARD', 'A1')).body.message).toMatch(/like GHA-712345678-9/);
});

test('a mask can be given when the type is added, and drivers who have the type keep it in use', async () => {
  const payload = { identification: 'Refugee card', number_mask: 'REF-9999' };
  const added = await it.app.inject({ method: 'POST', url: '/api/identification', headers, payload });
  expect(added.json().entry).toMatchObject({ identification: 'REFUGEE CARD', number_mask: 'REF-9999' });
  expect((await register('REFUGEE CARD', 'REF-0001')).status).toBe(201);
  const url = `/api/identification/${added.json().entry.id}`;
  const removed = await it.app.inject({ method: 'DELETE', url, headers });
  expect([removed.statusCode, removed.json().message]).toEqual([409, 'REFUGEE CARD is used by 1 driver.']);
  const renumbered = await it.app.inject({ method: 'PATCH', url, headers, payload: { number_mask: 'REF-99999' } });
  expect(renumbered.statusCode).toBe(200);
});

test('banks are found by any part of their name, in any case, by staff who receive payments', async () => {
  const search = (bank: string, by = headers) =>
    it.app.inject({ method: 'POST', url: '/api/banks/search_bank', headers: by, payload: { bank } });
  const found = (await search(' ghana ')).json();
  expect(found.status).toBe(true);
  expect(found.bank.length).toBeGreaterThan(1);
  expect(found.message).toBe(`${found.bank.length} banks found.`);
  const names: string[] = found.bank.map(({ bank }: { bank: string }) => bank);
  expect(names.every((name) => name.includes('GHANA'))).toBe(true);
  expect(names).toEqual(names.toSorted());
  const none = await search('1%_');
  expect([none.statusCode, none.json().message]).toEqual([404, 'No bank was found.']);
  expect((await search('', headers)).statusCode).toBe(400);
  expect((await search('ghana', {})).statusCode).toBe(401);
  const clerk = (await buildCaller(it, 'SystemUser')).headers;
  expect((await search('ghana', clerk)).statusCode).toBe(403);
});
