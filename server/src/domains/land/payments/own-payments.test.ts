import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#domains/ledger';
import { rejectClaimsWithoutReceipt } from '#domains/payments';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildMember } from '../../../../test/builders/identity.ts';
import { buildLandTenant, buildPlot, buildTenancy } from '../../../../test/builders/land.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { statementCsv } from '../../../../test/builders/statements.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { nextPayer, type Prompts, startPrompts } from '../../../../test/prompts/harness.ts';
import { nextAddress } from '../../../../test/register.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';

type Headers = Record<string, string>;

let prompts: Prompts;
let it: Prompts['it'];
let clerk: Headers;
let admin: Headers;
beforeAll(async () => {
  prompts = await startPrompts();
  it = prompts.it;
  clerk = (await buildCaller(it, 'SuperUser')).headers;
  admin = (await buildCaller(it, 'SystemAdmin')).headers;
});
afterAll(async () => {
  const faults = await checkLedger(it.db);
  await prompts.close();
  expect(faults).toEqual([]);
});

const call = async (
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  headers: Headers,
  { payload, key = crypto.randomUUID() }: { payload?: object; key?: string } = {},
) => {
  const remoteAddress = nextAddress();
  const given = { ...headers, ...(method === 'POST' && { 'idempotency-key': key }) };
  const answer = await it.app.inject({
    method,
    url: `/api${url}`,
    headers: given,
    remoteAddress,
    ...(payload && { payload }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.rawPayload };
};

/** A tenant who signs in, and holds a plot. */
const newTenant = async () => {
  const { id: account_id, headers } = await buildCaller(it, 'Tenant');
  const contact_number = `+233${nextPayer().slice(1)}`;
  const tenant = {
    ...(await buildLandTenant(it, { account_id, contact_number, last_name: 'ODONKOR' })),
    contact_number,
  };
  const plot = await buildPlot(it);
  const tenancy = await buildTenancy(it, { tenant_id: tenant.id, plot_id: plot.id });
  return { tenant, headers, plot, tenancy: String(tenancy.id) };
};
type Own = Awaited<ReturnType<typeof newTenant>>;

const rentOf = ({ tenancy }: Own, given: object = {}) => ({
  ...{ payment_type: 'CC2000', amount: '120.00', tenancy_id: tenancy, transaction_id: nextTransactionId() },
  ...given,
});
const claim = (own: Own, payload: object, key?: string) =>
  call('POST', '/tenant/payments', own.headers, { payload, ...(key && { key }) });
const capture = (transaction_id: string, amount: string) =>
  call('POST', '/payments/capture_momo', clerk, {
    payload: { transaction_id, mobile_number: '', amount, reference: '', seen_in_account: true },
  });
const decide = (id: string, payload: object, headers = clerk) =>
  call('PATCH', `/clearance/${id}`, headers, { payload });
const own = async ({ headers }: Own) => (await call('GET', '/tenant/payments', headers)).body;
const stored = (id: string) => it.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('money from a tenant’s number under another ID is offered for their claim, and theirs for it', async () => {
  const me = await newTenant();
  const { body } = await claim(me, rentOf(me, { amount: '121.00' }));
  const mobile_number = me.tenant.contact_number;
  const money = { transaction_id: nextTransactionId(), mobile_number, amount: '150.00', seen_in_account: true };
  const { transfer_id, message } = (await call('POST', '/payments/capture_momo', clerk, { payload: money })).body;
  expect(message).toMatch(/A claim of .*ODONKOR.*, GHS 121\.00, waits under another ID/i);
  const offered = async (id: string) => (await call('GET', `/clearance/${id}`, clerk)).body.suggestions;
  expect(await offered(`T${transfer_id}`)).toMatchObject([{ id: body.payment_id, is_named: true }]);
  expect(await offered(body.payment_id)).toMatchObject([{ id: `T${transfer_id}`, is_named: true }]);
});

test('a tenant’s claim of ground rent is cleared by a capture of its ID and amount, and the receipt is theirs', async () => {
  const me = await newTenant();
  const sent = rentOf(me);
  const { status, body } = await claim(me, sent);
  expect([status, body.message]).toEqual([
    201,
    'Thank you. Your payment of GHS 120.00 was sent and waits to be cleared.',
  ]);
  expect(await own(me)).toMatchObject([{ id: body.payment_id, status: 'submitted', receipt: null }]);
  const found = await call('POST', '/clearance', clerk, { payload: { transaction_id: sent.transaction_id } });
  expect(found.body.data).toMatchObject({ side: 'land', driver_code: '', amount: '120.00', payment_type: 'CC2000' });
  expect((await capture(sent.transaction_id, '120.00')).body).toMatchObject({
    result: 'cleared',
    payment_ids: [body.payment_id],
  });
  const [mine] = await own(me);
  expect(mine).toMatchObject({ status: 'cleared', tenancy_id: me.tenancy, receipt: expect.stringMatching(/^R\d{6}$/) });
  const pdf = await call('GET', `/tenant/receipts/${mine.id}`, me.headers);
  const text = (await extractText(await getDocumentProxy(new Uint8Array(pdf.body)))).text.join(' ');
  for (const word of ['GROUND RENT', '120.00', mine.receipt, me.tenant.tenant_code]) expect(text).toContain(word);
});

test('a claim whose money came first is ready, and cleared with all that is', async () => {
  const me = await newTenant();
  const sent = rentOf(me);
  await capture(sent.transaction_id, '120.00');
  const { body } = await claim(me, sent);
  expect((await call('GET', `/clearance/${body.payment_id}`, clerk)).body.reason).toBe('ready');
  expect((await call('POST', '/clearance/clear_ready', clerk)).status).toBeLessThan(300);
  expect(await stored(body.payment_id)).toMatchObject({ status: 'cleared', side: 'land' });
});

test('a claim below the price of its code waits for a person, as a driver’s does', async () => {
  const me = await newTenant();
  const form = { payment_type: 'CC5000', amount: '20.00', tenancy_id: undefined, plot_id: me.plot.id };
  const sent = rentOf(me, form);
  const { body } = await claim(me, sent);
  expect((await capture(sent.transaction_id, '20.00')).body.result).not.toBe('cleared');
  expect((await call('GET', `/clearance/${body.payment_id}`, clerk)).body.reason).toBe('below_price');
  const answer = await decide(body.payment_id, { decision: 'clear' }, admin);
  expect(answer.body.message).toBe('Cleared. GHS 20.00 for FORMS is a part: 130.00 is missing.');
  const rest = rentOf(me, { ...form, amount: '130.00' });
  await claim(me, rest);
  expect((await capture(rest.transaction_id, '130.00')).body.result).toBe('cleared');
});

test('a claim is cleared by a statement’s line', async () => {
  const me = await newTenant();
  const sent = rentOf(me);
  const { body } = await claim(me, sent);
  const staff = statementsOf(it, admin);
  const line = { date: '20/11/2026', id: sent.transaction_id, amount: '120.00', name: 'A TENANT' };
  await staff.start(await staff.checked(statementCsv([line])));
  await importServer(it).runDue();
  expect(await stored(body.payment_id)).toMatchObject({ status: 'cleared' });
});

test('a prompt that the tenant approves is a cleared payment of theirs', async () => {
  const me = await newTenant();
  const payer = nextPayer();
  const e164 = `+233${payer.slice(1)}`;
  prompts.standIn.decide(e164, { kind: 'paid' });
  const { transaction_id: _, ...row } = rentOf(me);
  const asked = await call('POST', '/tenant/prompts', me.headers, { payload: { ...row, payer_number: payer } });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  const look = prompts.server();
  await look();
  prompts.later(4);
  await look();
  expect(await prompts.read(asked.body.reference)).toMatchObject({ state: 'paid' });
  expect(await own(me)).toMatchObject([{ status: 'cleared', payment_type: 'CC2000', amount_paid: '120.00' }]);
  const shown = await call('GET', '/prompts', admin);
  expect(shown.body).toContainEqual(
    expect.objectContaining({ side: 'land', driver_id: null, state: 'paid', page: `/tenants/${me.tenant.id}` }),
  );
});

test('money of another amount waits for the desk, which clears the claim with what came', async () => {
  const me = await newTenant();
  const sent = rentOf(me);
  const { body } = await claim(me, sent);
  expect((await capture(sent.transaction_id, '100.00')).body.result).toBe('differs');
  expect(await stored(body.payment_id)).toMatchObject({ status: 'submitted' });
  const listed = await call('GET', '/clearance?side=land', clerk);
  expect(listed.body).toContainEqual(expect.objectContaining({ id: body.payment_id, side: 'land', reason: 'differs' }));
  expect((await call('GET', '/clearance?side=drivers', clerk)).body).not.toContainEqual(
    expect.objectContaining({ id: body.payment_id }),
  );
  const decision = { decision: 'clear', amount: '100.00', reason: 'That is what came.' };
  const cleared = await decide(body.payment_id, decision, admin);
  expect(cleared.status, JSON.stringify(cleared.body)).toBe(200);
  expect(await stored(body.payment_id)).toMatchObject({
    status: 'cleared',
    amount: '100.00',
    claimed_amount: '120.00',
  });
});

test('money without a claim is received for land by its ID', async () => {
  const me = await newTenant();
  const transaction_id = nextTransactionId();
  expect((await capture(transaction_id, '80.00')).body.result).toBe('no_claim');
  const payload = {
    ...{ mode: 'momo', transaction_id, seen_in_account: true, amount: '80.00', tenant_id: me.tenant.id },
    payments: [{ payment_type: 'CC5000', amount: '80.00', plot_id: me.plot.id }],
  };
  const { status, body } = await call('POST', '/land_payments', admin, { payload });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(await own(me)).toMatchObject([{ status: 'cleared', transaction_id, receipt: body.receipts[0] }]);
  const moneys = await it.db.selectFrom('transfers').selectAll().where('transaction_id', '=', transaction_id).execute();
  expect(moneys).toMatchObject([{ status: 'matched', source: 'capture' }]);
});

test.each([
  ['first', 0],
  ['last', 1],
])('a waiting claim that is the %s thing which the desk’s money pays is on the one receipt', async (_, place) => {
  const me = await newTenant();
  const { transaction_id, ...rent } = rentOf(me);
  const { body: claimed } = await claim(me, { ...rent, transaction_id });
  await capture(transaction_id, '170.00');
  const forms = { payment_type: 'CC5000', amount: '50.00', plot_id: me.plot.id };
  const payload = {
    ...{ mode: 'momo', transaction_id, seen_in_account: true, amount: '170.00', tenant_id: me.tenant.id },
    payments: [forms].toSpliced(place, 0, rent as never),
  };
  const { status, body } = await call('POST', '/land_payments', admin, { payload });
  expect([status, body.receipts?.length], JSON.stringify(body)).toEqual([201, 1]);
  expect(body.payment_ids[place]).toBe(claimed.payment_id);
  const shown = await call('GET', `/land_payments/${claimed.payment_id}`, admin);
  expect(shown.body).toMatchObject({ status: 'cleared', receipt: body.receipts[0], together: [{}, {}] });
  const of = it.db.selectFrom('receipts').select('amount').where('number', '=', body.receipts[0].replace(/^R0*/, ''));
  expect(await of.execute()).toEqual([{ amount: '170.00' }]);
  expect(
    (await it.db.selectFrom('payments').select('id').where('transaction_id', '=', transaction_id).execute()).length,
  ).toBe(2);
});

test('a taken ID is refused, kept for staff, and may be given to the tenant', async () => {
  const [first, second] = [await newTenant(), await newTenant()];
  const sent = rentOf(first);
  const { body } = await claim(first, sent);
  const refused = await claim(second, rentOf(second, { transaction_id: sent.transaction_id }));
  expect([refused.status, refused.body.code]).toEqual([409, 'transaction_id_taken']);
  expect(JSON.stringify(refused.body)).not.toContain('ODONKOR');
  await capture(sent.transaction_id, '120.00');
  const shown = await call('GET', `/clearance/${body.payment_id}`, clerk);
  expect(shown.body).toMatchObject({ reason: 'disputed', claim: { payer: { side: 'land', driver: null } } });
  const [{ id: attempt_id }] = shown.body.claimants;
  const award = { decision: 'award', attempt_id, reason: 'Showed the message.' };
  const given = await decide(body.payment_id, award, admin);
  expect(given.status, JSON.stringify(given.body)).toBe(200);
  expect(await own(first)).toMatchObject([{ status: 'rejected' }]);
  expect(await own(second)).toMatchObject([{ status: 'cleared', tenancy_id: second.tenancy }]);
});

test('a driver’s claim and a tenant’s of one ID are a dispute, whoever was first', async () => {
  const { driver } = await buildDriver(it);
  const me = await newTenant();
  const theirs = submissionOf(driver, { amount: '120.00' });
  const id = await buildPayment(it, theirs);
  expect((await claim(me, rentOf(me, { transaction_id: theirs.transaction_id }))).body.code).toBe(
    'transaction_id_taken',
  );
  await capture(theirs.transaction_id, '120.00');
  const shown = await call('GET', `/clearance/${id}`, clerk);
  expect(shown.body).toMatchObject({
    reason: 'disputed',
    claim: { payer: { side: 'drivers' } },
    claimants: [{ payer: { side: 'land' } }],
  });
  const mine = rentOf(me);
  const { body } = await claim(me, mine);
  const late = submissionOf(driver, { transaction_id: mine.transaction_id });
  const stranger = await it.app.inject({ method: 'POST', url: '/api/payments', payload: late });
  expect(stranger.json().code).toBe('transaction_id_taken');
  await capture(mine.transaction_id, '120.00');
  expect((await call('GET', `/clearance/${body.payment_id}`, clerk)).body).toMatchObject({
    reason: 'disputed',
    claimants: [{ payer: { side: 'drivers' } }],
  });
});

test('what is another’s is not found, and a row that cannot be paid is refused at its field', async () => {
  const [me, other] = [await newTenant(), await newTenant()];
  const { body } = await claim(other, rentOf(other));
  const receipt = await call('GET', `/tenant/receipts/${body.payment_id}`, me.headers);
  expect([receipt.status, receipt.body.code]).toEqual([404, 'not_found']);
  expect(await own(me)).toEqual([]);
  const theirs = await claim(me, rentOf(other));
  expect(theirs).toMatchObject({ status: 422, body: { issues: [{ path: 'body.tenancy_id' }] } });
  const nobodys = await claim(me, rentOf(me, { tenancy_id: '987654321' }));
  expect([nobodys.status, nobodys.body]).toEqual([theirs.status, theirs.body]);
  const plotOf = (plot_id: string) => claim(me, rentOf(me, { payment_type: 'CC5000', tenancy_id: undefined, plot_id }));
  const [ofOther, ofNobody] = [await plotOf(other.plot.id), await plotOf('987654321')];
  expect(ofOther).toMatchObject({ status: 422, body: { issues: [{ path: 'body.plot_id' }] } });
  expect(ofNobody.body).toEqual(ofOther.body);
  for (const [given, path] of [
    [{ payment_type: 'CC2000', tenancy_id: undefined }, 'body.tenancy_id'],
    [{ payment_type: 'RF', tenancy_id: undefined }, 'body.payment_type'],
    [{ amount: '-5.00' }, 'body.amount'],
    [{ amount: '0.00' }, 'body.amount'],
    [{ transaction_id: 'hello' }, 'body.transaction_id'],
    [{ network: 'nobody' }, 'body.network'],
    [{ tenant_id: other.tenant.id }, 'body'],
  ] as const) {
    const refused = await claim(me, rentOf(me, given));
    expect([400, 422], JSON.stringify([given, refused.body])).toContain(refused.status);
    expect(refused.body.issues[0].path, JSON.stringify(refused.body)).toBe(path);
  }
  expect(await own(me)).toEqual([]);
});

test('a claim that waits is not taken for another plot, and is for its own', async () => {
  const me = await newTenant();
  const second = await buildPlot(it);
  const sent = rentOf(me, { payment_type: 'CC5000', amount: '50.00', tenancy_id: undefined, plot_id: me.plot.id });
  const { body } = await claim(me, sent);
  const mode = { mode: 'momo', transaction_id: sent.transaction_id, seen_in_account: true };
  const receive = (plot_id: string) =>
    call('POST', '/land_payments', clerk, {
      payload: {
        ...{ ...mode, amount: '50.00', tenant_id: me.tenant.id },
        payments: [{ payment_type: 'CC5000', amount: '50.00', plot_id }],
      },
    });
  const other = await receive(second.id);
  expect([other.status, other.body.message]).toEqual([409, expect.stringContaining('A claim waits with this')]);
  const received = await receive(me.plot.id);
  expect(received.status, JSON.stringify(received.body)).toBe(201);
  expect(received.body.payment_ids).toEqual([body.payment_id]);
  expect(await stored(body.payment_id)).toMatchObject({ plot_id: me.plot.id, status: 'cleared' });
});

test('the clearance desk counts the claims of a side as it lists them', async () => {
  const me = await newTenant();
  await claim(me, rentOf(me, { amount: '71.30' }));
  await buildPayment(it, submissionOf((await buildDriver(it)).driver));
  const counts = [];
  for (const side of ['land', 'drivers']) {
    const { all, reasons } = (await call('GET', `/clearance/figures?side=${side}`, clerk)).body;
    const rows: { amount: string }[] = (await call('GET', `/clearance?size=200&side=${side}`, clerk)).body;
    const sum = reasons.reduce((total: number, one: { count: number }) => total + one.count, 0);
    expect([all.count, sum]).toEqual([rows.length, rows.length]);
    expect(Number(all.amount)).toBeCloseTo(rows.reduce((total, { amount }) => total + Number(amount), 0));
    counts.push(all.count);
  }
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

test('tenants reach no page of the office, and nobody else theirs', async () => {
  const me = await newTenant();
  const [one] = await own(me);
  expect(one).toBeUndefined();
  const office = ['/land_payments', '/land_payments/1', '/land_payers?tenant_id=1', '/land_receipts', '/clearance'];
  for (const url of office) expect((await call('GET', url, me.headers)).status, url).toBe(403);
  expect((await call('POST', '/land_payments', me.headers, { payload: {} })).status).toBe(403);
  const { car_number, driver_code } = await buildMember(it);
  const member = await it.app.inject({
    method: 'POST',
    url: '/api/auth/member_login',
    payload: { car_number, driver_code, password: 'irrelevant here' },
  });
  expect(member.statusCode).toBeGreaterThanOrEqual(400);
  for (const headers of [clerk, admin, {}]) {
    for (const url of ['/tenant/payments', '/tenant/payer', '/tenant/receipts/1'])
      expect([401, 403], url).toContain((await call('GET', url, headers)).status);
    const sent = await call('POST', '/tenant/payments', headers, { payload: rentOf(me) });
    expect([401, 403]).toContain(sent.status);
  }
  expect((await call('GET', '/tenant/payer', me.headers)).body).toMatchObject({
    tenancies: [{ id: me.tenancy, owed: '0.00' }],
  });
});

test('a repeat is answered as the first was, and of a hundred claims of one ID one is taken', async () => {
  const me = await newTenant();
  const sent = rentOf(me);
  const key = crypto.randomUUID();
  const [first, again] = [await claim(me, sent, key), await claim(me, sent, key)];
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(await own(me)).toHaveLength(1);
  const many = await Promise.all(Array.from({ length: 10 }, newTenant));
  const transaction_id = nextTransactionId();
  // Ten of each: a caller may send some twenty in a minute.
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => {
      const one = many[n % 10] as Own;
      return claim(one, rentOf(one, { transaction_id }));
    }),
  );
  const taken = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ body }) => body.code === 'transaction_id_taken');
  expect([taken.length, refused.length]).toEqual([1, 99]);
  const rows = await it.db.selectFrom('payments').select('id').where('transaction_id', '=', transaction_id).execute();
  expect(rows).toHaveLength(1);
  // From another address each, as phones on the road have them.
  const kept = await it.db
    .selectFrom('payment_attempts')
    .select(['tenant_id', 'times'])
    .where('transaction_id', '=', transaction_id)
    .execute();
  expect(new Set(kept.map(({ tenant_id }) => tenant_id)).size).toBe(kept.length);
  expect(kept.reduce((sum, { times }) => sum + times, 0)).toBe(99);
});

test('a claim without money is rejected after the days, and the tenant gets a text', async () => {
  const me = await newTenant();
  const { body } = await claim(me, rentOf(me));
  it.clock.now = new Date(it.clock.now.getTime() + 16 * 86_400_000);
  await buildPayment(it, submissionOf((await buildDriver(it)).driver), 'cleared');
  expect(await rejectClaimsWithoutReceipt(it.db, 14, it.clock.now)).toBeGreaterThan(0);
  expect(await stored(body.payment_id)).toMatchObject({
    ...{ status: 'rejected', status_reason: 'No receipt was found within 14 days.' },
  });
  const texts = await it.db
    .selectFrom('outbox_messages')
    .select('body')
    .where('recipient', '=', me.tenant.contact_number)
    .execute();
  expect(texts.map((text) => text.body).join()).toContain('120.00');
});

const tenanciesOf = async ({ tenant, tenancy }: Own, count: number): Promise<string[]> => {
  const more = [];
  for (let n = 1; n < count; n += 1) {
    more.push(String((await buildTenancy(it, { tenant_id: tenant.id, plot_id: (await buildPlot(it)).id })).id));
  }
  return [tenancy, ...more];
};

test('the 21st claim for one tenancy and the 61st of a tenant wait for tomorrow; a repeat uses nothing up', async () => {
  const me = await newTenant();
  const taken: number[] = [];
  const refused = new Set<string>();
  for (const tenancy_id of await tenanciesOf(me, 4)) {
    prompts.later(61);
    const [sent, key] = [rentOf(me, { tenancy_id }), crypto.randomUUID()];
    const repeats = [await claim(me, sent, key), await claim(me, sent, key)];
    const answers = [];
    for (let n = 0; n < 20; n += 1) {
      if (n === 15) prompts.later(61);
      answers.push(await claim(me, rentOf(me, { tenancy_id })));
    }
    taken.push([...repeats.slice(1), ...answers].filter(({ status }) => status === 201).length);
    for (const { status, body } of answers) if (status === 429) refused.add(body.message);
  }
  expect(taken).toEqual([20, 20, 20, 0]);
  const tomorrow = 'the most allowed in a day. Please send the next one tomorrow, or contact us.';
  expect([...refused]).toEqual([
    `You have sent 20 payments for this land today, ${tomorrow}`,
    `You have sent 60 payments today, ${tomorrow}`,
  ]);
});

test('a tenant has prompts sent to 12 phones a day for a tenancy, and to 30 in all', async () => {
  const me = await newTenant();
  const taken: number[] = [];
  for (const tenancy_id of await tenanciesOf(me, 3)) {
    prompts.later(61);
    const { transaction_id: _, ...row } = rentOf(me, { tenancy_id });
    const answers = [];
    for (let n = 0; n < 13; n += 1) {
      answers.push(
        await call('POST', '/tenant/prompts', me.headers, { payload: { ...row, payer_number: nextPayer() } }),
      );
    }
    taken.push(answers.filter(({ status }) => status === 201).length);
  }
  expect(taken).toEqual([12, 12, 6]);
});
