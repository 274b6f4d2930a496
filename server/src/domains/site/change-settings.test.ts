import { PublicSite, SITE_DEFAULTS, type SiteChange, type SiteField } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller } from '../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
let staff: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp();
  staff = await buildCaller(it, 'SystemAdmin');
});
beforeEach(() => it.db.deleteFrom('settings').execute());
afterAll(() => it.close());

const url = '/api/site/settings';

const read = async () => (await it.app.inject({ url, headers: staff.headers })).json();

type Versions = Partial<Record<SiteField, string>>;

const send = async (payload: object, headers = staff.headers) => {
  const response = await it.app.inject({ method: 'PATCH', url, headers, payload });
  return { status: response.statusCode, body: response.json() };
};

/** Changes fields as somebody who has seen them as they are now, or in these versions. */
const change = async (fields: object, seen?: Versions) => {
  const { versions } = await read();
  const own = Object.keys(fields).map((field) => [field, versions[field] ?? '']);
  return send({ ...fields, versions: seen ?? Object.fromEntries(own) });
};

/** The site as visitors have it after the seconds for which a server keeps it. */
const shown = async () => {
  it.clock.now = new Date(it.clock.now.getTime() + 5_000);
  return (await it.app.inject('/api/site')).json();
};

const lastAudit = () => it.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirst();

const WHOLE: SiteChange = {
  company_name: 'Akwaaba Safety',
  office_location: '7 Liberation Road, Accra',
  gps_address: 'GA-183-8164',
  email: 'office@akwaaba.example',
  mobile_numbers: ['024 123 4567', '030 222 3333'],
  social_links: [{ name: 'Facebook', url: 'https://www.facebook.com/akwaaba' }],
  momo_merchants: [{ network: 'MTN MoMo', name: 'Akwaaba Safety', number: '123 456' }],
  momo_numbers: [],
  networks: SITE_DEFAULTS.networks.slice(0, 1),
  tin: 'C0001234567',
  taxes: [{ name: 'VAT', rate: '15' }],
  missing_money_days: 14,
  waive_up_to: '1.50',
  forgive_limit: '30.00',
  expense_limit: '200.00',
  petty_cash_float: '300.00',
  reclaims_input_tax: true,
  emergency_numbers: [{ name: 'Ambulance', number: '193' }],
  ring_seconds: 60,
  supervisor_numbers: ['024 765 4321'],
  calling_words: ['Danger', 'Boa yɛn'],
  owner_numbers: ['024 765 4322'],
  owner_emails: ['owner@akwaaba.example'],
  owner_message_hour: 20,
  plan_features: [{ name: 'Drone', plans: ['platinum'] }],
  member_signin_open: true,
  places_kept_days: 60,
  places_whole_days: 10,
  silent_minutes: 400,
  bundle_days: 9,
  base_map: { url: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: '© Mappers' },
};

test('every setting can be changed, and the site shows it within five seconds', async () => {
  const { status, body } = await change(WHOLE);
  expect(status).toBe(200);
  expect(body.message).toContain('The settings are saved. The site shows them within a few seconds.');
  const stored = {
    ...WHOLE,
    mobile_numbers: ['+233241234567', '+233302223333'],
    supervisor_numbers: ['+233247654321'],
    owner_numbers: ['+233247654322'],
  };
  expect(body.settings).toEqual(stored);
  const visible = PublicSite.parse(stored);
  expect(visible).not.toHaveProperty('supervisor_numbers');
  expect(visible).not.toHaveProperty('owner_numbers');
  expect(await shown()).toEqual(visible);
  expect((await read()).settings).toEqual(stored);
});

test('the server that has changed them shows them at once', async () => {
  await it.app.inject('/api/site');
  await change({ company_name: 'Akwaaba Safety' });
  expect((await it.app.inject('/api/site')).json().company_name).toBe('Akwaaba Safety');
});

test('settings that are not given stay, also those that nobody has set yet', async () => {
  await change({ email: 'office@akwaaba.example' });
  await change({ company_name: 'Akwaaba Safety' });
  expect((await read()).settings).toEqual({
    ...SITE_DEFAULTS,
    email: 'office@akwaaba.example',
    company_name: 'Akwaaba Safety',
  });
});

test('the audit log says who changed what, from what to what, in words', async () => {
  await change({
    mobile_numbers: ['024 123 4567'],
    plan_features: [{ name: 'Drone', plans: ['platinum', 'standard'] }],
  });
  const entries = it.db.selectFrom('audit_log').selectAll().where('action', '=', 'site.change');
  expect(await entries.orderBy('id', 'desc').limit(2).execute()).toMatchObject([
    { actor_id: staff.id, subject_kind: 'site', after: { plan_features: 'Drone (Platinum, Standard)' } },
    {
      before: { mobile_numbers: 'none' },
      after: { mobile_numbers: '024 123 4567' },
    },
  ]);
  const entry = await lastAudit();
  await change({ mobile_numbers: ['+233241234567'] });
  expect((await lastAudit())?.id).toBe(entry?.id);
});

test('who saw a setting before somebody else changed it is told what it is now, and nothing is saved', async () => {
  const { versions } = await read();
  await change({ email: 'first@akwaaba.example', company_name: 'Akwaaba Safety' });
  const late = await send({ email: 'second@akwaaba.example', gps_address: 'GA-1', versions });
  const message = 'Somebody else has changed this meanwhile. It is now: first@akwaaba.example.';
  expect(late).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      message: 'Somebody else has changed the e-mail meanwhile. Nothing was saved yet.',
      issues: [{ path: 'body.email', message }],
    },
  });
  expect(await shown()).toMatchObject({ email: 'first@akwaaba.example', gps_address: SITE_DEFAULTS.gps_address });
});

test('two people who change different settings do not disturb each other', async () => {
  const { versions } = await read();
  expect((await send({ email: 'office@akwaaba.example', versions })).status).toBe(200);
  expect((await send({ gps_address: 'GA-183-8164', versions })).status).toBe(200);
  expect(await shown()).toMatchObject({ email: 'office@akwaaba.example', gps_address: 'GA-183-8164' });
});

test('of ten who change the same setting at once, one is told that it is saved', async () => {
  const { versions } = await read();
  const names = [...'ABCDEFGHIJ'].map((letter) => `Company ${letter}`);
  const answers = await Promise.all(names.map((company_name) => send({ company_name, versions })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  const saved = answers.findIndex(({ status }) => status === 200);
  expect((await shown()).company_name).toBe(names[saved]);
});

test('a stored value that cannot be used is named, and can be set right', async () => {
  const value = JSON.stringify({ email: 'nobody', company_name: 'Akwaaba Safety' });
  await it.db.insertInto('settings').values({ name: 'site', value }).execute();
  const { settings, unusable } = await read();
  expect([settings.email, settings.company_name]).toEqual([SITE_DEFAULTS.email, 'Akwaaba Safety']);
  expect(unusable).toEqual([expect.stringMatching(/^email: /)]);
  expect((await change({ email: 'office@akwaaba.example' })).body.unusable).toEqual([]);
});

test('text that looks like a page’s code stays text', async () => {
  const name = '<script>alert(1)</script>';
  await change({ company_name: name, emergency_numbers: [{ name: '<img src=x onerror=alert(1)>', number: '112' }] });
  expect(await shown()).toMatchObject({ company_name: name });
  expect((await it.app.inject('/documents/agreement.pdf')).statusCode).toBe(200);
});

const [mtn] = SITE_DEFAULTS.networks;

test.each([
  ['a name of nothing', { company_name: ' ' }, 'company_name'],
  ['a name that cannot be seen', { company_name: 'Banbo\u200b' }, 'company_name'],
  ['an e-mail that is none', { email: 'nobody' }, 'email'],
  ['no phone number', { mobile_numbers: [] }, 'mobile_numbers'],
  ['a phone number that is none', { mobile_numbers: ['024 123 4567', '12'] }, 'mobile_numbers.1'],
  ['a phone number twice', { mobile_numbers: ['024 123 4567', '+233241234567'] }, 'mobile_numbers'],
  ['a script as a link', { social_links: [{ name: 'X', url: 'javascript:alert(1)' }] }, 'social_links.0.url'],
  ['a link in the clear', { social_links: [{ name: 'X', url: 'http://x.example.com' }] }, 'social_links.0.url'],
  ['data as a link', { social_links: [{ name: 'X', url: 'data:text/html,<b>' }] }, 'social_links.0.url'],
  ['a link without a host', { social_links: [{ name: 'X', url: 'https://' }] }, 'social_links.0.url'],
  ['an account in words', { momo_numbers: [{ network: 'M', name: 'N', number: 'call us' }] }, 'momo_numbers.0.number'],
  [
    'a row with something else',
    { momo_numbers: [{ network: 'M', name: 'N', number: '123', pin: '1' }] },
    'momo_numbers.0',
  ],
  ['no network', { networks: [] }, 'networks'],
  ['a network twice', { networks: [mtn, mtn] }, 'networks'],
  ['a network with something else', { networks: [{ ...mtn, fee: 1 }] }, 'networks.0'],
  [
    'an emergency number of letters',
    { emergency_numbers: [{ name: 'P', number: 'SOS' }] },
    'emergency_numbers.0.number',
  ],
  ['no feature', { plan_features: [] }, 'plan_features'],
  [
    'a feature twice',
    {
      plan_features: [
        { name: 'A', plans: [] },
        { name: 'a', plans: [] },
      ],
    },
    'plan_features',
  ],
  ['a plan that is none', { plan_features: [{ name: 'A', plans: ['gold'] }] }, 'plan_features.0.plans.0'],
  ['a map without its places', { base_map: { url: 'https://t.example.com/', attribution: 'M' } }, 'base_map.url'],
  [
    'a map whose host would end the page’s policy',
    { base_map: { url: 'https://x;sandbox/{z}/{x}/{y}', attribution: 'M' } },
    'base_map.url',
  ],
  ['a map in the clear', { base_map: { url: 'http://t.example.com/{z}/{x}/{y}', attribution: 'M' } }, 'base_map.url'],
  ['a word for yes', { member_signin_open: 'yes' }, 'member_signin_open'],
])('%s is refused at its field with a sentence, and nothing changes', async (_case, fields, path) => {
  const { status, body } = await change(fields);
  expect([status, body.code, body.issues[0].path]).toEqual([400, 'invalid_input', `body.${path}`]);
  expect(body.issues[0].message).toMatch(/\.$/);
  expect(await it.db.selectFrom('settings').selectAll().execute()).toEqual([]);
});

test('a field that is no setting, or whose version is not given, is refused', async () => {
  expect((await change({ role: 'SuperAdmin' })).status).toBe(400);
  const { status, body } = await send({ email: 'office@akwaaba.example', versions: {} });
  expect([status, body.issues[0].path]).toEqual([400, 'body.versions.email']);
  expect((await send({ email: 'office@akwaaba.example' })).status).toBe(400);
});

test('roles without the permission neither read nor change them', async () => {
  for (const role of ['SystemUser', 'SuperUser', 'Accounts'] as const) {
    const { headers } = await buildCaller(it, role);
    expect((await it.app.inject({ url, headers })).statusCode).toBe(403);
    expect((await send({ member_signin_open: true, versions: {} }, headers)).status).toBe(403);
  }
  expect((await it.app.inject(url)).statusCode).toBe(401);
  expect((await shown()).member_signin_open).toBe(false);
});

test('settings over money, numbers, addresses and words with them wait for another person', async () => {
  const other = await buildCaller(it, 'SuperAdmin');
  const before = (await read()).settings;
  const asked = {
    mobile_numbers: ['024 666 6666'],
    emergency_numbers: [{ name: 'Police', number: '0246666666' }],
    tin: 'C0009999999',
    petty_cash_float: '90000.00',
    reclaims_input_tax: !before.reclaims_input_tax,
    missing_money_days: 90,
    owner_message_hour: 23,
    company_name: 'Banbo 024',
    office_location: 'Accra, or wa.me/pay',
    email: 'other@example.com',
    gps_address: 'GA-183-8164',
    base_map: { url: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: 'Mappers' },
    social_links: [{ name: 'WhatsApp', url: 'https://wa.me/233246666666' }],
  };
  const { body } = await change({ ...asked, bundle_days: 9 });
  expect(body.settings).toEqual({ ...before, bundle_days: 9 });
  const fields = body.waiting.map(({ field }: { field: string }) => field);
  expect(fields.toSorted()).toEqual(Object.keys(asked).toSorted());
  const approve = async ({ approval_id }: { approval_id: string }, { headers }: typeof other) => {
    const keyed = { ...headers, 'idempotency-key': `of-setting-${approval_id}-${headers === other.headers}-0123` };
    const url = `/api/approvals/${approval_id}/approve`;
    return (await it.app.inject({ method: 'POST', url, headers: keyed })).statusCode;
  };
  for (const one of body.waiting) expect([await approve(one, staff), await approve(one, other)]).toEqual([403, 201]);
  expect((await read()).settings).toMatchObject({ ...asked, mobile_numbers: ['+233246666666'] });
  expect((await change({ company_name: 'Akwaaba' })).body.settings.company_name).toBe('Akwaaba');
});

test('the owner hears of other supervisors and owners by the numbers of before', async () => {
  const value = JSON.stringify({ owner_numbers: ['+233247654322'] });
  await it.db.insertInto('settings').values({ name: 'site', value }).execute();
  const texts = () =>
    it.db.selectFrom('outbox_messages').select(['recipient', 'body']).where('channel', '=', 'sms').execute();
  const before = (await texts()).length;
  await change({ supervisor_numbers: ['024 765 4321'], owner_numbers: ['024 666 6666'], bundle_days: 3 });
  expect((await texts()).slice(before)).toMatchObject([
    { recipient: '+233247654322', body: expect.stringMatching(/ set other numbers of supervisors: 024 765 4321\.$/) },
    {
      recipient: '+233247654322',
      body: expect.stringMatching(/ asked for other phones of the owner: 024 666 6666\.$/),
    },
  ]);
  await change({ supervisor_numbers: ['024 765 4321'] });
  expect(await texts()).toHaveLength(before + 2);
});
