import { BUILT_IN_NETWORKS, type Network, SITE_DEFAULTS } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setCompany } from '../../../../test/builders/company.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { type Payer, submissionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let payer: Payer;
let headers: Record<string, string>;
let statements = 0;

beforeAll(async () => {
  it = await startApp(
    {},
    {
      onStatement: () => {
        statements += 1;
      },
    },
  );
  payer = (await buildDriver(it)).driver;
  ({ headers } = await buildCaller(it, 'SystemAdmin'));
});
beforeEach(() => setCompany(it.db));
afterAll(() => it.close());

const GMONEY: Network = {
  code: 'GMONEY',
  name: 'G-Money',
  id_lengths: [8],
  id_characters: 'letters_and_digits',
  id_padded_to: null,
  wrong_id_message: 'G-Money’s IDs have 8 characters, as in GM123456.',
};
const builtIn = (code: string): Network => BUILT_IN_NETWORKS.find((one) => one.code === code) as Network;

/** Moves the clock past the time for which settings are kept. */
const wait = () => {
  it.clock.now = new Date(it.clock.now.getTime() + 5_000);
};

/** Sets a network in place of that with its code, or adds it after the others. */
const set = async (network: Network) => {
  const url = '/api/site/settings';
  const { settings, versions } = (await it.app.inject({ url, headers })).json();
  const others = settings.networks.map((one: Network) => (one.code === network.code ? network : one));
  const networks = others.includes(network) ? others : [...others, network];
  const payload = { networks, versions: { networks: versions.networks } };
  const response = await it.app.inject({ method: 'PATCH', url, headers, payload });
  wait();
  return { status: response.statusCode, body: response.json() };
};

const pay = async (transaction_id: string, network?: string) => {
  const payload = { ...submissionOf(payer, { transaction_id }), ...(network && { network }) };
  const response = await it.app.inject({ method: 'POST', url: '/api/payments', payload });
  return { status: response.statusCode, body: response.json() };
};
const offered = async (): Promise<Network[]> => (await it.app.inject('/api/site')).json().networks;

test('a network’s new form holds for the next claim, in its own sentence, and the page learns it with the site', async () => {
  expect(await pay('123456789012', 'MTN')).toMatchObject({ status: 400 });
  await set({ ...builtIn('MTN'), id_lengths: [12], wrong_id_message: 'MTN’s IDs have 12 digits now.' });
  expect(await pay('123456789012', 'MTN')).toMatchObject({ status: 201 });
  expect(await pay('123456789013')).toMatchObject({ status: 201 });
  expect(await pay('12345678901', 'MTN')).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_input',
      message: 'MTN’s IDs have 12 digits now.',
      issues: [{ path: 'body.transaction_id', message: 'MTN’s IDs have 12 digits now.' }],
    },
  });
  expect((await offered()).map(({ code, id_lengths }) => [code, id_lengths])).toEqual([
    ['MTN', [12]],
    ['TELECEL', [10, 11]],
    ['AIRTELTIGO', [11]],
    ['GHANAPAY', [12]],
  ]);
});

test('a network that staff add is offered after the others, and its IDs are found in messages', async () => {
  await set(GMONEY);
  expect((await offered()).map(({ name }) => name)).toEqual(['MTN', 'Telecel', 'AirtelTigo', 'GhanaPay', 'G-Money']);
  expect(await pay('Sent GHS 200.00. Transaction ID: GM123456.', 'GMONEY')).toMatchObject({ status: 201 });
  expect(await pay('GM12345', 'GMONEY')).toMatchObject({ status: 400, body: { message: GMONEY.wrong_id_message } });
  const stored = it.db.selectFrom('payments').select('id').where('transaction_id', '=', 'GM123456');
  expect(await stored.execute()).toHaveLength(1);
});

test.each([
  [1, '7'],
  [32, '98765432109876543210987654321098'],
])('IDs may have %i characters', async (length, id) => {
  await set({ ...GMONEY, id_lengths: [length] });
  expect(await pay(id, 'GMONEY')).toMatchObject({ status: 201 });
});

test('an ID of GhanaPay or of a bank is taken, also where the office has a list without GhanaPay', async () => {
  expect((await pay('620008130548')).status).toBe(201);
  expect((await pay('FT26333ABCDE', 'MTN')).status).toBe(201);
  const url = '/api/site/settings';
  const { versions } = (await it.app.inject({ url, headers })).json();
  const payload = { networks: [builtIn('MTN')], versions: { networks: versions.networks } };
  await it.app.inject({ method: 'PATCH', url, headers, payload });
  wait();
  expect((await pay('620008130549')).status).toBe(201);
  expect((await pay('620008130540', 'MTN')).status).toBe(400);
});

test('claims read the networks once in five seconds, however many there are', async () => {
  it.atOneServer('each server keeps what it has read');
  const statementsOf = async (id: string): Promise<number> => {
    statements = 0;
    expect(await pay(id)).toMatchObject({ status: 201 });
    return statements;
  };
  wait();
  const [first = 0, second, third] = [
    await statementsOf('60000000001'),
    await statementsOf('60000000002'),
    await statementsOf('60000000003'),
  ];
  expect([second, third]).toEqual([first - 1, first - 1]);
  wait();
  expect(await statementsOf('60000000004')).toBe(first);
});

test('a claim that was taken is answered alike under its key, also once its network has another form', async () => {
  const headers = { 'idempotency-key': 'a-claim-before-the-change-01' };
  const payload = { ...submissionOf(payer, { transaction_id: '60000000021' }), network: 'MTN' };
  const send = () => it.app.inject({ method: 'POST', url: '/api/payments', headers, payload });
  const first = await send();
  expect(first.statusCode).toBe(201);
  await set({ ...builtIn('MTN'), id_lengths: [12] });
  expect((await send()).body).toBe(first.body);
});

test('a claim from a network that is no longer offered is read as one whose network is not known', async () => {
  expect(await pay('1506113299', 'GMONEY')).toMatchObject({ status: 201 });
  expect(await pay('150611329', 'GMONEY')).toMatchObject({
    status: 400,
    body: { message: 'Wrong Transaction ID. Transaction ID should be 11 characters.' },
  });
});

let lastTelecelId = 1_506_113_300;
const nextTelecelId = (): string => {
  lastTelecelId += 1;
  return String(lastTelecelId);
};
const unusable = (code: string, change: object) => ({ ...builtIn(code), ...change });

test.each([
  ['an unusable length', { networks: [unusable('TELECEL', { id_lengths: [0] }), GMONEY] }],
  ['no length', { networks: [unusable('TELECEL', { id_lengths: [] }), GMONEY] }],
  ['fewer characters filled up than an ID has', { networks: [unusable('TELECEL', { id_padded_to: 5 }), GMONEY] }],
  ['a network that is none', { networks: [builtIn('TELECEL'), 'MTN', null, GMONEY] }],
])('%s keeps no payment back: the network has its built-in form, and the others their own', async (_case, value) => {
  await setCompany(it.db, value);
  wait();
  expect(await offered()).toEqual([builtIn('TELECEL'), GMONEY]);
  expect(await pay(nextTelecelId(), 'TELECEL')).toMatchObject({ status: 201 });
});

test.each([
  ['no list', { networks: 'MTN' }],
  ['a network twice', { networks: [GMONEY, GMONEY] }],
])('%s leaves all networks as they are built in', async (_case, value) => {
  await setCompany(it.db, value);
  wait();
  expect(await offered()).toEqual(SITE_DEFAULTS.networks);
});

test.each([
  ['no length', { id_lengths: [] }, 'id_lengths'],
  ['an ID of nothing', { id_lengths: [0] }, 'id_lengths.0'],
  ['an ID of 33 characters', { id_lengths: [11, 33] }, 'id_lengths.1'],
  ['letters without digits, which no ID has', { id_characters: 'letters' as 'digits' }, 'id_characters'],
  ['zeros before an ID that has as many characters', { id_padded_to: 8 }, 'id_padded_to'],
  ['an empty sentence', { wrong_id_message: ' ' }, 'wrong_id_message'],
  ['a code in small letters', { code: 'gmoney' }, 'code'],
  ['no name', { name: '' }, 'name'],
])('%s is refused at its field, and nothing changes', async (_case, change, field) => {
  expect(await set({ ...GMONEY, ...change })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', issues: [{ path: `body.networks.4.${field}` }] },
  });
  expect(await offered()).toEqual(BUILT_IN_NETWORKS);
});

test('more networks than a form can offer are refused, not left out when they are read', async () => {
  for (let count = BUILT_IN_NETWORKS.length; count < 20; count += 1) await set({ ...GMONEY, code: `NETWORK${count}` });
  expect(await set({ ...GMONEY, code: 'NETWORK20' })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(await offered()).toHaveLength(20);
});

test('networks that staff take out are no longer offered, and other settings stay', async () => {
  await setCompany(it.db, { company_name: 'Akwaaba Safety' });
  await set(GMONEY);
  const url = '/api/site/settings';
  const { versions } = (await it.app.inject({ url, headers })).json();
  const payload = { networks: [GMONEY], versions: { networks: versions.networks } };
  expect((await it.app.inject({ method: 'PATCH', url, headers, payload })).statusCode).toBe(200);
  wait();
  const { company_name, networks } = (await it.app.inject('/api/site')).json();
  expect([company_name, networks]).toEqual(['Akwaaba Safety', [GMONEY]]);
});

test('the audit log has who changed a network, from what to what, and nothing of a change that changes nothing', async () => {
  const written = () =>
    it.db.selectFrom('audit_log').selectAll().where('action', '=', 'site.change_network').orderBy('id').execute();
  const before = (await written()).length;
  await set({ ...builtIn('MTN'), id_lengths: [11, 12] });
  await set({ ...builtIn('MTN'), id_lengths: [11, 12] });
  const entries = (await written()).slice(before);
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    subject_kind: 'network',
    subject_id: 'MTN',
    before: { id_lengths: '11' },
    after: { id_lengths: '11, 12' },
  });
});
