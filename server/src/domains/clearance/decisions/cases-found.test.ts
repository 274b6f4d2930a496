import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { makingAccounts, rowsNamed, storingDrivers } from '../../../../test/builders/many-drivers.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';

let cases: Cases;
beforeAll(async () => {
  cases = await startCases();
});
afterAll(() => cases.close());

type Row = { id: string; reason: string };

const find = async (search: string, more = ''): Promise<Row[]> =>
  (await cases.send('GET', `/clearance?size=200&search=${encodeURIComponent(search)}${more}`)).body;
const idsOf = async (search: string): Promise<string[]> => (await find(search)).map(({ id }) => id);
const named = async (first_name: string, last_name: string) =>
  (await buildDriver(cases.it, { first_name, last_name })).driver;

test('a driver’s cases are found by name in either order, misheard, by plate, its end, mobile and code', async () => {
  const driver = await named('KWABLA', 'AGBEKO');
  const id = await buildPayment(cases.it, submissionOf(driver));
  const mobile = `0${driver.mobile_number.slice(4)}`;
  const texts = [
    'agbeko',
    'Kwabla Agb',
    'AGBEKO KWABLA',
    'agbekko',
    driver.car_number.toLowerCase(),
    driver.car_number.replace(/\W/g, '').slice(2),
    mobile,
    mobile.slice(0, 9),
    driver.driver_code,
  ];
  for (const text of texts) expect(await idsOf(text), text).toContain(id);
  expect(await idsOf('AGBEKO ADWOA')).toEqual([]);
});

test('waiting cases come first, whichever way they are sorted, and then what was decided', async () => {
  const driver = await named('SELASSIE', 'TSIKATA');
  const rejected = await buildPayment(cases.it, submissionOf(driver), 'rejected', 'Not found.');
  const waiting = await buildPayment(cases.it, submissionOf(driver));
  expect((await find('TSIKATA')).map(({ id, reason }) => [id, reason])).toEqual([
    [waiting, 'no_receipt'],
    [rejected, 'rejected'],
  ]);
  expect((await find('TSIKATA', '&sort=-since')).map(({ id }) => id)).toEqual([waiting, rejected]);
  const file = await cases.it.app.inject({
    url: '/api/clearance/export?format=csv&search=TSIKATA',
    headers: cases.clerk.headers,
  });
  expect(
    file.body
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.includes('Rejected')),
  ).toEqual([false, true]);
});

test('of what was decided the newest comes first, also where the oldest that waits does, and on every page', async () => {
  const [driver, other] = [await named('KOBLA', 'ATSU'), await named('ESI', 'ATSU')];
  const { clock } = cases.it;
  const later = () => {
    clock.now = new Date(clock.now.getTime() + 60_000);
  };
  const decided: string[] = [];
  // The last two have one moment.
  for (const wait of [later, later, () => undefined]) {
    wait();
    decided.unshift(await buildPayment(cases.it, submissionOf(driver), 'rejected', 'Not found.'));
  }
  const waiting = [await buildPayment(cases.it, submissionOf(driver))];
  later();
  waiting.push(await buildPayment(cases.it, submissionOf(other)));
  const sorted = async (sort: string): Promise<string[]> => {
    const pages = [];
    for (const page of [1, 2, 3]) {
      const address = `/clearance?size=2&page=${page}&search=ATSU&sort=${sort}`;
      pages.push(...(await cases.send('GET', address)).body);
    }
    return pages.map(({ id }: Row) => id);
  };
  expect(await sorted('since')).toEqual([...waiting, ...decided]);
  expect(await sorted('-since')).toEqual([...waiting.reverse(), ...decided]);
});

test('a whole plate, code or mobile number finds its driver alone, and its beginning others too', async () => {
  const carNumbers = ['GX 7-19', 'GX 71-92'];
  const drivers = [];
  for (const car_number of carNumbers) drivers.push((await buildDriver(cases.it, { car_number })).driver);
  const [own, other] = drivers;
  if (!own || !other) throw new Error('There are no drivers.');
  const [ofOwn, ofOther] = [
    await buildPayment(cases.it, submissionOf(own)),
    await buildPayment(cases.it, submissionOf(other)),
  ];
  const mobile = `0${own.mobile_number.slice(4)}`;
  for (const text of ['GX 7-19', 'gx719', own.driver_code, mobile]) expect(await idsOf(text), text).toEqual([ofOwn]);
  expect(await idsOf('GX 71-92')).toEqual([ofOther]);
  expect(await idsOf('GX 7-1')).toEqual([ofOwn, ofOther]);
});

test('money without a claim is found by its payer’s name or number, and by the driver whose number or code it names', async () => {
  const driver = await named('DZIFA', 'KUMORDZI');
  const paid = { payer_name: 'ELIKPLIM MAWULI FIAGBE', payer_number: '+233249998877', reference: 'SUBSCRIPTION' };
  const byPayer = `T${await buildTransfer(cases.it, paid)}`;
  const byNumber = `T${await buildTransfer(cases.it, { payer_number: driver.mobile_number })}`;
  const byCode = `T${await buildTransfer(cases.it, { reference: driver.driver_code, payer_number: '' })}`;
  for (const text of ['elikplim', 'fiagbe', 'Fiagbe Mawuli', 'MAWU', '024 999 8877']) {
    expect(await idsOf(text), text).toEqual([byPayer]);
  }
  expect(await idsOf('AWULI')).toEqual([]);
  expect(await idsOf('kumordzi')).toEqual([byNumber, byCode]);
});

test('a claim is found by the name of the person whose money has its transaction ID', async () => {
  const { id, claim, transfer } = await cases.differing('150.00');
  expect(transfer).toBeTruthy();
  await cases.it.db.updateTable('transfers').set({ payer_name: 'NUTIFAFA DZOBO' }).where('id', '=', transfer).execute();
  expect(await idsOf('dzobo')).toEqual([id]);
  expect(await idsOf(claim.transaction_id)).toEqual([id]);
});

test('the cases of a merged record are found by its plate and code', async () => {
  const [kept, gone] = [await named('EDEM', 'SOGAH'), await named('EDEM', 'SOGAHH')];
  await buildPayment(cases.it, submissionOf(kept));
  const money = `T${await buildTransfer(cases.it, { payer_number: gone.mobile_number })}`;
  expect(await idsOf(kept.driver_code)).not.toContain(money);
  const { id } = kept;
  await cases.it.db
    .updateTable('drivers')
    .set({ removed_at: cases.it.clock.now, removal_reason: 'Registered twice.', merged_into: id })
    .where('id', '=', gone.id)
    .execute();
  expect(await idsOf(kept.driver_code)).toContain(money);
});

test('of a name that very many have, only what waits is found, and the answer says that it is cut', async () => {
  const drivers = [];
  for (let n = 0; n < 21; n += 1) drivers.push(await named('YAYRA', `LAWLUVI${String.fromCharCode(65 + n)}`));
  const [first, second, third] = drivers;
  if (!first || !second || !third) throw new Error('There are no drivers.');
  const waiting = await buildPayment(cases.it, submissionOf(first));
  await buildPayment(cases.it, submissionOf(second), 'rejected', 'Not found.');
  const ask = (search: string) =>
    cases.it.app.inject({ url: `/api/clearance?search=${search}`, headers: cases.clerk.headers });
  const many = await ask('LAWLUVI');
  expect(many.json().map(({ id }: Row) => id)).toEqual([waiting]);
  expect(many.headers['x-total-cut']).toBe('true');
  const one = await ask('LAWLUVIB');
  expect(one.json()).toHaveLength(1);
  expect(one.headers['x-total-cut']).toBe('false');
});

test('what waits is found of everybody whom a text means, also of more than are looked up first', async () => {
  // The last registered are looked up first, and this one is older than all of them.
  const first = await named('ENYONAM', 'ZORMELO');
  const waiting = await buildPayment(cases.it, submissionOf(first));
  const rows = rowsNamed('ENYONAM', 'ZORMELO', 'GHANAIAN', `timestamptz '2026-01-01'`);
  await sql.raw(storingDrivers(rows, makingAccounts(700_000, 120))).execute(cases.it.db);
  expect(await find('zormelo')).toMatchObject([{ id: waiting, reason: 'no_receipt' }]);
  expect(await idsOf('ZORMELO ENYO')).toEqual([waiting]);
});

test('an ID number finds no case, since whoever clears payments need not see one', async () => {
  const { driver } = await buildDriver(cases.it, { identification_type: 'PASSPORT', id_number: 'G7781234' });
  await buildPayment(cases.it, submissionOf(driver));
  expect(driver.id_number).toBe('G7781234');
  expect(await idsOf('G7781234')).toEqual([]);
});
