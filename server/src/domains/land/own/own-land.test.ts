import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller, OWN_PAGE, signIn } from '../../../../test/builders/identity.ts';
import { buildLandTenant, buildPlot, buildTenancy } from '../../../../test/builders/land.ts';
import { buildContactMessage } from '../../../../test/builders/messages.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

const CHOSEN = 'Green@River4711';

type Headers = Record<string, string>;

let it: TestApp;
let office: Headers;
beforeAll(async () => {
  it = await startApp();
  office = (await buildCaller(it, 'Legal')).headers;
});
afterAll(() => it.close());

const call = async (method: 'GET' | 'POST', url: string, headers: Headers, payload?: object) => {
  const response = await it.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

/** A tenant who has set a password with the setup code of the office, signed in. */
const tenant = async () => {
  const { id, tenant_code } = await buildLandTenant(it, { email: 'grace@example.com' });
  const made = await call('POST', `/tenants/${id}/setup_code`, { ...office, 'idempotency-key': crypto.randomUUID() });
  const payload = { username: tenant_code, setup_code: made.body.setup_code, password: CHOSEN };
  const set = await it.app.inject({ method: 'POST', url: '/api/auth/set_tenant_password', payload, headers: OWN_PAGE });
  expect([set.statusCode, set.json().message]).toEqual([200, 'Your password is set. You can sign in now.']);
  return { id, tenant_code, headers: await signIn(it, 'main_login', { username: tenant_code, password: CHOSEN }) };
};

const own = async (headers: Headers) => (await call('GET', '/tenant/land', headers)).body;
const ask = (headers: Headers, wanted: object, note = '') =>
  call('POST', '/tenant/requests', headers, { wanted, note });
const accept = { decision: 'accept' } as const;
const refuse = (reason: string) => ({ decision: 'refuse', reason });
const decide = (id: string, fields: object, headers = office) =>
  call('POST', `/tenant_requests/${id}/decide`, headers, { fields });

test('a setup code sets a password once, for its own tenant alone', async () => {
  const { id, tenant_code } = await buildLandTenant(it);
  const other = await tenant();
  const { body } = await call('POST', `/tenants/${id}/setup_code`, office);
  const set = (username: string, setup_code: string, password = CHOSEN) =>
    call('POST', '/auth/set_tenant_password', OWN_PAGE, { username, setup_code, password });
  const wrong = 'This setup code is wrong, already used or expired. Please ask for a new one.';
  for (const [username, code] of [
    [other.tenant_code, body.setup_code],
    [tenant_code, 'K7QX9-M2P4T'],
    ['TNT-999999-Z', body.setup_code],
  ])
    expect((await set(String(username), code)).body.message).toBe(wrong);
  expect((await set(tenant_code, body.setup_code, 'Odonkor@4711')).status).toBe(422);
  expect((await set(tenant_code.toLowerCase(), body.setup_code)).status).toBe(200);
  expect((await set(tenant_code, body.setup_code)).body.message).toBe(wrong);
});

test('a tenant sees their own tenancies, and the boundaries of what they hold alone', async () => {
  const { id, tenant_code, headers } = await tenant();
  const ring = [
    [-0.07, 5.6],
    [-0.0695, 5.6],
    [-0.0695, 5.6005],
    [-0.07, 5.6],
  ];
  const shaped = { boundary: JSON.stringify(ring), shape: '((0,0),(9,0),(9,9))', area_sqm: '40.50' } as never;
  const [held, former] = [await buildPlot(it, shaped), await buildPlot(it, shaped)];
  await buildTenancy(it, { tenant_id: id, plot_id: held.id });
  await buildTenancy(it, { tenant_id: id, plot_id: former.id, held_until: '2020-01-01', end_reason: 'Sold.' });
  await buildTenancy(it);
  const seen = await own(headers);
  expect(seen).toMatchObject({ tenant_code, fullname: 'GRACE ODONKOR', email: 'grace@example.com' });
  expect(seen.tenancies.map(({ plot_number }: { plot_number: string }) => plot_number)).toEqual([
    held.plot_number,
    former.plot_number,
  ]);
  expect(seen.tenancies.map(({ boundary }: { boundary: unknown }) => boundary)).toEqual([ring, null]);
  expect(seen.tenancies[0]).toMatchObject({ area_sqm: '40.50', ground_rent: '400.00', ends_on: '2086-03-01' });
});

test('a request is accepted: the record has the values, and the change its reason', async () => {
  const { id, headers } = await tenant();
  const asked = await ask(headers, { contact_number: '024 555 0001', email: 'grace@example.com' }, 'New line.');
  expect([asked.status, asked.body.message]).toEqual([
    201,
    'Your request is with our office. You see here what becomes of it.',
  ]);
  const [listed] = (await call('GET', `/tenant_requests?tenant=${id}`, office)).body;
  expect(listed).toMatchObject({
    ...{ wanted: { contact_number: '+233245550001' }, note: 'New line.', status: 'asked', decided_by: '' },
    current: { contact_number: expect.stringMatching(/^\+23324/) },
  });
  expect((await decide(asked.body.id, { contact_number: accept })).status).toBe(201);
  const record = (await call('GET', `/tenants/${id}`, office)).body;
  expect(record.contact_number).toBe('+233245550001');
  const reason = `The tenant asked for it in request number ${asked.body.id}.`;
  expect(record.changes[0]).toMatchObject({ reason });
  const logged = await it.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_id', 'in', [id, asked.body.id])
    .execute();
  expect(JSON.stringify(logged)).toContain(reason);
  expect(JSON.stringify(logged)).not.toContain('New line');
  expect((await own(headers)).requests).toMatchObject([{ status: 'accepted', status_reason: null }]);
  expect((await decide(asked.body.id, { contact_number: accept })).body.code).toBe('conflict');
});

test('a request is refused with a reason that the tenant reads, or withdrawn by its tenant alone', async () => {
  const [one, other] = [await tenant(), await tenant()];
  const first = (await ask(one.headers, { first_name: 'Gifty' })).body.id;
  expect((await decide(first, { first_name: refuse(' ') })).status).toBe(400);
  expect((await decide(first, { first_name: refuse('Please bring your ID card.') })).status).toBe(201);
  expect((await own(one.headers)).requests).toMatchObject([
    {
      ...{ status: 'refused', refusals: { first_name: 'Please bring your ID card.' } },
      status_reason: 'First name: Please bring your ID card.',
    },
  ]);
  const second = (await ask(one.headers, { first_name: 'Gifty' })).body.id;
  const withdraw = (headers: Headers) => call('POST', `/tenant/requests/${second}/withdraw`, headers);
  expect((await withdraw(other.headers)).status).toBe(404);
  expect((await withdraw(one.headers)).status).toBe(200);
  expect((await withdraw(one.headers)).status).toBe(200);
  expect((await decide(second, { first_name: accept })).body.message).toBe(
    `The request number ${second} was withdrawn, so it cannot be decided.`,
  );
  expect((await own(other.headers)).requests).toEqual([]);
});

test('a request is accepted in part: the record has what was accepted, and the tenant reads why the rest is not', async () => {
  const { id, headers } = await tenant();
  const asked = (await ask(headers, { contact_number: '024 555 0009', email: 'new@example.com' })).body.id;
  const bad = [{}, { email: accept }, { email: accept, contact_number: accept, first_name: accept }, { photo: accept }];
  for (const fields of bad) expect((await decide(asked, fields)).status, JSON.stringify(fields)).toBe(400);
  const fields = { contact_number: accept, email: refuse('Mail to it came back.') };
  const key = { ...office, 'idempotency-key': crypto.randomUUID() };
  const first = await decide(asked, fields, key);
  expect([first.status, first.body.state]).toEqual([201, 'partly']);
  expect(await decide(asked, fields, key)).toEqual(first);
  expect((await decide(asked, fields)).status).toBe(409);
  expect((await call('GET', `/tenants/${id}`, office)).body).toMatchObject({
    ...{ contact_number: '+233245550009', email: 'grace@example.com' },
  });
  expect((await own(headers)).requests).toMatchObject([
    { status: 'partly', refusals: { email: 'Mail to it came back.' }, wanted: { email: 'new@example.com' } },
  ]);
  const [logged] = await it.db.selectFrom('audit_log').selectAll().where('subject_id', '=', asked).execute();
  expect(logged).toMatchObject({ action: 'tenants.accept_partly', after: { fields: 'Contact number' } });
});

test('of two decisions at once on one request one counts', async () => {
  const { id, headers } = await tenant();
  const asked = (await ask(headers, { email: 'once@example.com' })).body.id;
  const both = await Promise.all([
    decide(asked, { email: accept }),
    decide(asked, { email: refuse('It is not yours.') }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const { email } = (await call('GET', `/tenants/${id}`, office)).body;
  expect(email).toBe(both[0]?.status === 201 ? 'once@example.com' : 'grace@example.com');
});

test('of accepting and withdrawing at once one wins', async () => {
  const { id, headers } = await tenant();
  const { body } = await ask(headers, { email: 'new@example.com' });
  const both = await Promise.all([
    decide(body.id, { email: accept }),
    call('POST', `/tenant/requests/${body.id}/withdraw`, headers),
  ]);
  expect([
    [200, 409],
    [201, 409],
  ]).toContainEqual(both.map(({ status }) => status).sort());
  const { email } = (await call('GET', `/tenants/${id}`, office)).body;
  expect(email).toBe(both[0]?.status === 201 ? 'new@example.com' : 'grace@example.com');
});

test('nothing to change, a choice out of no list, and a fourth request are refused', async () => {
  const { headers } = await tenant();
  expect((await ask(headers, { email: 'grace@example.com' })).body.message).toBe(
    'Your record has these values already.',
  );
  expect((await ask(headers, {})).status).toBe(400);
  expect((await ask(headers, { nationality: 'Atlantean' })).body.issues).toMatchObject([{ path: 'body.nationality' }]);
  expect((await ask(headers, { tenant_code: 'TNT-000001-A' })).status).toBe(400);
  const several = await Promise.all(
    [{ email: 'a@example.com' }, { postal_address: 'Box 1' }, { gps_address: 'GA-1-1' }, { next_of_kin: 'Ama' }].map(
      (wanted) => ask(headers, wanted),
    ),
  );
  expect(several.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409]);
});

test('a request does not undo what the office changed since, and a field is asked for once at a time', async () => {
  const { id, headers } = await tenant();
  const first = await ask(headers, { contact_number: '024 555 0002' });
  expect((await ask(headers, { contact_number: '024 555 0003' })).body.message).toBe(
    'You have asked to change this already: Contact number. Withdraw that request first.',
  );
  const { version } = (await call('GET', `/tenants/${id}`, office)).body;
  const payload = { contact_number: '024 555 0004', version, reason: 'Came in person.' };
  const changed = await it.app.inject({ method: 'PATCH', url: `/api/tenants/${id}`, headers: office, payload });
  expect(changed.statusCode).toBe(200);
  const late = await decide(first.body.id, { contact_number: accept });
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('Contact number')]);
  expect((await call('GET', `/tenants/${id}`, office)).body.contact_number).toBe('+233245550004');
  expect((await ask(headers, { kind: 'organisation' })).status).toBe(400);
});

test('a message comes to the office with name and number, and its answer to the tenant', async () => {
  const { tenant_code, headers } = await tenant();
  const words = { subject: 'Site plan', message: 'Where do I get a copy?' };
  const { status, body } = await call('POST', '/tenant/messages', headers, words);
  expect(status).toBe(201);
  const desk = (await buildCaller(it, 'SuperUser')).headers;
  const [message] = (await call('GET', `/contact_messages?search=${body.reference}`, desk)).body;
  expect(message).toMatchObject({ ...words, name: `Grace Odonkor (${tenant_code})`, email: 'grace@example.com' });
  const shown = (await call('GET', `/contact_messages/${message.id}`, desk)).body;
  expect(shown.contact_number).toMatch(/^\+23324/);
  const answer = { mobile_number: shown.contact_number, text: 'At our desk, on any day.' };
  expect((await call('POST', `/contact_messages/${message.id}/texts`, desk, answer)).status).toBe(201);
  expect((await own(headers)).messages).toMatchObject([
    { ...words, status: 'replied', answers: [{ text: 'At our desk, on any day.' }] },
  ]);
});

test('a tenant reads of each answer whether it was delivered, and whether it went to another number', async () => {
  const { id, headers } = await tenant();
  const { reference } = (await call('POST', '/tenant/messages', headers, { subject: 'Rent', message: 'How much?' }))
    .body;
  const [message] = (await call('GET', `/tenant_messages?search=${reference}`, office)).body;
  const text = (mobile_number: string, words: string) =>
    call('POST', `/tenant_messages/${message.id}/texts`, office, { mobile_number, text: words });
  const { contact_number } = (await call('GET', `/tenants/${id}`, office)).body;
  expect((await text(contact_number, 'GHS 400.00.')).status).toBe(201);
  await text('024 888 0001', 'GHS 400.00 a year.');
  const answers = async () => (await own(headers)).messages[0].answers;
  expect(await answers()).toMatchObject([
    { by_mail: false, delivery: 'waiting', to_other_number: false },
    { by_mail: false, delivery: 'waiting', to_other_number: true },
  ]);
  const past = new Date(it.clock.now.getTime() - 1);
  await it.db
    .updateTable('outbox_messages')
    .set({ expires_at: past })
    .where('recipient', '=', contact_number)
    .execute();
  expect(await answers()).toMatchObject([{ delivery: 'expired' }, { delivery: 'waiting' }]);
});

test('the desk of tenants has tenants’ messages alone, and all of what is done with messages', async () => {
  const { id, tenant_code, headers } = await tenant();
  const { reference } = (await call('POST', '/tenant/messages', headers, { subject: 'Plan', message: 'A copy?' })).body;
  const visitors = await buildContactMessage(it);
  const listed = (await call('GET', '/tenant_messages?size=200', office)).body;
  expect(listed.map((one: { reference: string }) => one.reference)).toContain(reference);
  expect(listed.map((one: { id: string }) => one.id)).not.toContain(visitors.id);
  const message = listed.find((one: { reference: string }) => one.reference === reference);
  const shown = (await call('GET', `/tenant_messages/${message.id}`, office)).body;
  expect(shown.tenant).toEqual({ id, tenant_code, fullname: 'GRACE ODONKOR' });
  const change = (of: string, by = office) =>
    it.app.inject({ method: 'PATCH', url: `/api/tenant_messages/${of}`, headers: by, payload: { change: 'take' } });
  expect((await change(visitors.id)).statusCode).toBe(404);
  expect((await call('POST', `/tenant_messages/${visitors.id}/notes`, office, { text: 'A note.' })).status).toBe(404);
  expect((await call('GET', `/tenant_messages/${visitors.id}`, office)).status).toBe(404);
  expect((await call('GET', `/contact_messages/${message.id}`, office)).status).toBe(403);
  expect((await change(message.id, (await buildCaller(it, 'Operations')).headers)).statusCode).toBe(403);
  expect((await change(message.id)).statusCode).toBe(200);
  const people = (await call('GET', '/tenant_messages/people', office)).body;
  const desk = (await buildCaller(it, 'SuperUser')).headers;
  expect((await call('GET', '/contact_messages/people', desk)).body.length).toBeGreaterThan(0);
  expect(people.map((one: { username: string }) => one.username)).toContain(
    (await call('GET', `/tenant_messages/${message.id}`, office)).body.assigned_to.username,
  );
  expect((await call('GET', `/contact_messages/${message.id}`, desk)).body.tenant).toMatchObject({ id });
});

test('a tenant without an e-mail leaves a message, which is not answered by mail', async () => {
  const { id, headers } = await tenant();
  await it.db.updateTable('tenants').set({ email: '' }).where('id', '=', id).execute();
  const { status, body } = await call('POST', '/tenant/messages', headers, {
    ...{ subject: 'Rent', message: 'How much is it?' },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const desk = (await buildCaller(it, 'SuperUser')).headers;
  const [message] = (await call('GET', `/contact_messages?search=${body.reference}`, desk)).body;
  expect(message.email).toBe('');
  const mailed = await call('POST', `/contact_messages/${message.id}/replies`, desk, { text: 'GHS 400.00.' });
  expect(mailed.status).toBe(422);
});

test('a sign-in without a record, a member and the desk that may not answer see nothing of it', async () => {
  const { headers } = await buildCaller(it, 'Tenant');
  const { status, body } = await call('GET', '/tenant/land', headers);
  expect([status, body.message]).toEqual([404, 'Our office has no land record of you yet. Please contact us.']);
  expect((await ask(headers, { email: 'a@example.com' })).status).toBe(404);
  expect((await call('GET', '/tenant/land', (await buildCaller(it, 'Member')).headers)).status).toBe(403);
  const asked = (await ask((await tenant()).headers, { email: 'b@example.com' })).body.id;
  const operations = (await buildCaller(it, 'Operations')).headers;
  expect((await decide(asked, { email: accept }, operations)).status).toBe(403);
  expect((await call('GET', '/tenant_requests', operations)).status).toBe(403);
});
