import { tenantName } from '@banbo/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildApplication, buildLandTenant, buildPlot, buildTenancy } from '../../../../test/builders/land.ts';
import { nextTransactionId } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let clerk: Record<string, string>;
let admin: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  clerk = (await buildCaller(it, 'Accounts')).headers;
  admin = (await buildCaller(it, 'SystemAdmin')).headers;
});
afterAll(() => it.close());

const call = async (method: 'GET' | 'POST', url: string, payload?: object, headers = clerk) => {
  const key = method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {};
  const request = { method, url: `/api${url}`, headers: { ...headers, ...key }, ...(payload && { payload }) };
  const answer = await it.app.inject(request);
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.rawPayload };
};
const receive = (given: object, headers = clerk) => call('POST', '/land_payments', { mode: 'cash', ...given }, headers);

const holder = async () => {
  const tenant = await buildLandTenant(it);
  const plot = await buildPlot(it);
  const tenancy = await buildTenancy(it, { tenant_id: tenant.id, plot_id: plot.id });
  return { tenant, plot, tenancy: String(tenancy.id) };
};
const rows = async (ids: readonly string[]) =>
  it.db.selectFrom('payments').selectAll().where('id', 'in', ids).orderBy('id').execute();
const postingsOf = async (id: string) =>
  it.db
    .selectFrom('ledger_postings')
    .innerJoin('ledger_entries', 'ledger_entries.number', 'ledger_postings.entry')
    .select(['account', 'amount'])
    .where('kind', '=', 'payment')
    .where('subject_id', '=', id)
    .orderBy('entry')
    .orderBy('line')
    .execute();
const balanced = async () => {
  const all = await it.db.selectFrom('ledger_postings').select('amount').execute();
  expect(all.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)).toBe(0);
};

test('three codes of a tenant are one receipt with a line each, whose PDF and public check say so', async () => {
  const { tenant, plot, tenancy } = await holder();
  const payments = [
    { payment_type: 'CC2000', amount: '120.00', tenancy_id: tenancy },
    { payment_type: 'CC5000', amount: '50.00', plot_id: plot.id },
    { payment_type: 'CC6000', amount: '30.50', plot_id: plot.id },
  ];
  const { status, body } = await receive({ amount: '200.50', tenant_id: tenant.id, payments });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.receipts).toHaveLength(1);
  const stored = await rows(body.payment_ids);
  expect(stored.map((row) => [row.status, row.side, row.received_with !== null])).toEqual([
    ['cleared', 'land', false],
    ['cleared', 'land', true],
    ['cleared', 'land', true],
  ]);
  // Ground rent was revenue when it was raised; other codes are revenue when they are paid.
  expect(await postingsOf(body.payment_ids[0])).toEqual([
    { account: '2010', amount: '120.00' },
    { account: '1300', amount: '-120.00' },
  ]);
  expect(await postingsOf(body.payment_ids[1])).toEqual([
    { account: '2010', amount: '50.00' },
    { account: '4000-CC5000', amount: '-50.00' },
  ]);
  const list = await call('GET', '/land_receipts');
  expect(list.body[0]).toMatchObject({ amount: '200.50', status: 'issued' });
  const pdf = await call('GET', `/land_receipts/${list.body[0].id}/pdf`);
  const text = (await extractText(await getDocumentProxy(new Uint8Array(pdf.body)))).text.join(' ');
  for (const word of ['GROUND RENT', 'FORMS', 'SITE PLAN', '200.50', tenant.tenant_code]) expect(text).toContain(word);
  const shown = await call('GET', `/land_payments/${body.payment_ids[2]}`);
  expect(shown.body).toMatchObject({ receipt: body.receipts[0], together: [{}, {}, {}] });
  const told = shown.body.history.flatMap((one: { facts: { field: string }[] }) => one.facts.map(({ field }) => field));
  expect(told).toContain('Amount');
  // A price is that of a driver's fee.
  expect(told).not.toContain('Price');
  await balanced();
});

test('an applicant and a plot pay too, and the receipt names them', async () => {
  const application = await buildApplication(it);
  const one = await receive({
    amount: '20.00',
    application_id: application,
    payments: [{ payment_type: 'CC5000', amount: '20.00' }],
  });
  expect(one.status).toBe(201);
  const plot = await buildPlot(it);
  const two = await receive({
    amount: '20.00',
    plot_id: plot.id,
    payments: [{ payment_type: 'CC4000', amount: '20.00' }],
  });
  expect(two.status).toBe(201);
  const [of] = await rows(two.body.payment_ids);
  expect(of?.payer_name).toContain(plot.plot_number);
});

test('money below the price of its code is a part: answer and receipt say the rest, which is due then', async () => {
  const { id: plot_id } = await buildPlot(it);
  const pay = async (amount: string) =>
    (await receive({ amount, plot_id, payments: [{ payment_type: 'CC5000', amount }] })).body;
  const part = await pay('20.00');
  expect(part.message).toContain('GHS 20.00 for FORMS is a part: 130.00 is missing.');
  expect(part.message).not.toContain('is cleared');
  const { lines } = (await call('GET', `/land_receipts/${Number(part.receipts[0].slice(1))}`, undefined, admin)).body;
  expect(lines).toEqual([{ text: 'FORMS, a part: 130.00 is missing', amount: '20.00' }]);
  expect((await pay('100.00')).message).toContain('a part: 30.00 is missing');
  expect((await pay('30.00')).message).toContain('the payment is cleared');
  // A further form costs its whole price again.
  expect((await pay('30.00')).message).toContain('a part: 120.00 is missing');
});

test('what cannot be received is refused at its row, in a sentence', async () => {
  const { tenant, plot, tenancy } = await holder();
  const other = await holder();
  const forms = { payment_type: 'CC5000', amount: '50.00', plot_id: plot.id };
  const of = (payments: object[], amount: string, given: object = { tenant_id: tenant.id }) =>
    receive({ amount, ...given, payments });
  const wrong: [string, Awaited<ReturnType<typeof of>>, string][] = [
    ['twice', await of([forms, forms], '100.00'), 'This payment is in the list twice.'],
    ['sum', await of([forms], '60.00'), 'The payments are GHS 10.00 less than the money received.'],
    ['over', await of([forms], '40.00'), 'The payments are GHS 10.00 more than the money received.'],
    ['nobody', await of([forms], '50.00', {}), 'Please choose who pays: a tenant, an application or a plot.'],
    [
      'rent',
      await of([{ payment_type: 'CC2000', amount: '5.00' }], '5.00'),
      'Please choose the tenancy whose ground rent is paid.',
    ],
    [
      'theirs',
      await of([{ payment_type: 'CC2000', amount: '5.00', tenancy_id: other.tenancy }], '5.00'),
      'This tenancy is another tenant’s.',
    ],
    ['driver', await of([{ payment_type: 'RF', amount: '5.00' }], '5.00'), 'Please select payment type'],
    [
      'tenancy',
      await of([{ ...forms, tenancy_id: tenancy }], '50.00'),
      'Only ground rent is paid for a tenancy. Choose the plot instead.',
    ],
    [
      'many',
      await of(
        Array.from({ length: 25 }, () => forms),
        '50.00',
      ),
      'At most 24 payments in one receipt.',
    ],
    [
      'very many',
      await of(
        Array.from({ length: 10_000 }, () => forms),
        '50.00',
      ),
      'What was sent is too large.',
    ],
  ];
  for (const [name, { status, body }, message] of wrong) {
    expect(status, name).toBeGreaterThanOrEqual(400);
    expect(status, name).toBeLessThan(500);
    expect(JSON.stringify(body), name).toContain(message);
  }
  expect(await it.db.selectFrom('payments').select('id').where('tenant_id', '=', tenant.id).execute()).toEqual([]);
});

test('a cheque has no receipt before its bank pays, is rejected when it bounces, and is reversed when it bounces later', async () => {
  const { tenant, plot } = await holder();
  const payments = [
    { payment_type: 'CC1000', amount: '500.00', plot_id: plot.id },
    { payment_type: 'CC3000', amount: '100.00', plot_id: plot.id },
  ];
  const bank = (await it.db.selectFrom('banks').select('bank').executeTakeFirstOrThrow()).bank;
  const cheque = async (transaction_id: string) =>
    receive({
      mode: 'cheque',
      transaction_id,
      bank,
      payer_name: 'KOFI',
      amount: '600.00',
      tenant_id: tenant.id,
      payments,
    });
  const decide = async (id: string, decision: object, headers = admin) =>
    it.app.inject({ method: 'PATCH', url: `/api/transfers/${id}`, headers, payload: decision });
  const transferOf = async (id: string) =>
    (await it.db.selectFrom('transfers').select('id').where('transaction_id', '=', id).executeTakeFirstOrThrow()).id;
  const first = await cheque('1001');
  expect([first.status, first.body.receipts]).toEqual([201, []]);
  const transfer = await transferOf(first.body.transaction_id);
  const paid = await decide(transfer, { decision: 'bank_paid' });
  expect(paid.statusCode, paid.body).toBe(200);
  expect((await rows(first.body.payment_ids)).map(({ status }) => status)).toEqual(['cleared', 'cleared']);
  const bounced = await decide(transfer, { decision: 'bounced', reason: 'No funds' });
  expect(bounced.statusCode, bounced.body).toBe(200);
  expect((await rows(first.body.payment_ids)).map(({ status }) => status)).toEqual(['reversed', 'reversed']);
  const receipts = await it.db
    .selectFrom('receipts')
    .selectAll()
    .where('kind', '=', 'land payment')
    .where('amount', '=', '600.00')
    .execute();
  expect(receipts.map(({ status }) => status)).toEqual(['void']);
  const second = await cheque('1002');
  await decide(await transferOf(second.body.transaction_id), { decision: 'bounced', reason: 'No funds' });
  expect((await rows(second.body.payment_ids)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await balanced();
});

test('one part of a receipt is not reversed without the others', async () => {
  const { tenant, plot } = await holder();
  const transaction_id = nextTransactionId();
  const payments = [
    { payment_type: 'CC1000', amount: '70.00', plot_id: plot.id },
    { payment_type: 'CC5000', amount: '30.00', plot_id: plot.id },
  ];
  const given = {
    mode: 'momo',
    transaction_id,
    seen_in_account: true,
    amount: '100.00',
    tenant_id: tenant.id,
    payments,
  };
  const { body } = await receive(given);
  const payload = { decision: 'reverse', cause: 'wrong_car', reason: 'Another tenant' };
  const url = `/api/clearance/${body.payment_ids[0]}`;
  const answer = await it.app.inject({ method: 'PATCH', url, headers: admin, payload });
  expect(
    (await rows(body.payment_ids)).map(({ status }) => status),
    answer.body,
  ).toEqual(['reversed', 'reversed']);
  await balanced();
});

test('money that came under a transaction ID that was received before is refused', async () => {
  const { tenant, plot } = await holder();
  const transaction_id = nextTransactionId();
  await buildTransfer(it, { transaction_id, amount: '90.00' });
  const given = { mode: 'momo', transaction_id, seen_in_account: true, tenant_id: tenant.id };
  const row = { payment_type: 'CC5000', plot_id: plot.id };
  const differs = await receive({ ...given, amount: '80.00', payments: [{ ...row, amount: '80.00' }] });
  expect([differs.status, differs.body.message]).toEqual([409, expect.stringContaining('GHS 90.00 was recorded')]);
});

test('money of a day long past waits for another person', async () => {
  const { tenant, plot } = await holder();
  const payments = [{ payment_type: 'CC5000', amount: '15.00', plot_id: plot.id }];
  const { status, body } = await receive({
    amount: '15.00',
    received_on: '2026-10-01',
    tenant_id: tenant.id,
    payments,
  });
  expect([status, body.payment_ids]).toEqual([201, []]);
  expect(body.message).toContain('approv');
  // The same for another plot is another request.
  const other = { ...payments[0], plot_id: (await buildPlot(it)).id };
  await receive({ amount: '15.00', received_on: '2026-10-01', tenant_id: tenant.id, payments: [other] });
  const waiting = it.db.selectFrom('approvals').select('id').where('kind', '=', 'land.backdated').orderBy('id');
  const [first, second] = await waiting.execute();
  expect(second).toBeDefined();
  const { changes } = (await call('GET', `/approvals/${first?.id}`, undefined, admin)).body;
  const person = it.db.selectFrom('tenants').select(['first_name', 'last_name']).where('id', '=', tenant.id);
  const payer = tenantName(await person.executeTakeFirstOrThrow());
  const ofPlot = expect.stringMatching(`${plot.plot_number}.*: FORMS, GHS 15\\.00$`);
  expect(changes.slice(2)).toEqual([
    { field: 'Pays', before: '', after: ofPlot, to: `/plots/${plot.id}` },
    { field: 'Payer', before: '', after: payer, to: `/tenants/${tenant.id}` },
    { field: 'Payer details', before: '', after: tenant.tenant_code },
  ]);
  const log = it.db.selectFrom('audit_log').select('after').where('action', '=', 'approvals.ask');
  expect(JSON.stringify(await log.execute())).not.toContain(payer);
  const approved = await call('POST', `/approvals/${first?.id}/approve`, undefined, admin);
  expect(approved.status, JSON.stringify(approved.body)).toBe(201);
  const stored = it.db.selectFrom('payments').select('status').where('tenant_id', '=', tenant.id);
  expect(await stored.execute()).toEqual([{ status: 'cleared' }]);
});

test('an approver reads for which tenancy and application money of a day long past is', async () => {
  const [{ tenant, tenancy }, application] = [await holder(), await buildApplication(it)];
  const late = { amount: '35.00', received_on: '2026-10-02' };
  const rent = { payment_type: 'cc2000', amount: '20.00', tenancy_id: tenancy };
  const payments = [rent, { payment_type: 'CC5000', amount: '15.00' }];
  expect((await receive({ ...late, tenant_id: tenant.id, payments })).body.payment_ids).toEqual([]);
  const ofApplication = {
    ...late,
    application_id: application,
    payments: [{ payment_type: 'CC5000', amount: '35.00' }],
  };
  expect((await receive(ofApplication)).body.payment_ids).toEqual([]);
  const asked = it.db.selectFrom('approvals').select('id').where('kind', '=', 'land.backdated').orderBy('id', 'desc');
  const [second, first] = await asked.limit(2).execute();
  const changesOf = async (id = '') => (await call('GET', `/approvals/${id}`, undefined, admin)).body.changes.slice(2);
  expect(await changesOf(first?.id)).toMatchObject([
    {
      field: 'Pays 1',
      after: expect.stringMatching(/^Tenancy .+, .+: GROUND RENT, GHS 20\.00$/),
      to: `/rent_account/${tenancy}`,
    },
    { field: 'Pays 2', after: 'FORMS, GHS 15.00' },
    { field: 'Payer', to: `/tenants/${tenant.id}` },
    {},
  ]);
  const { number } = await it.db
    .selectFrom('land_applications')
    .select('number')
    .where('id', '=', application)
    .executeTakeFirstOrThrow();
  expect(await changesOf(second?.id)).toMatchObject([
    { after: expect.stringMatching(`^Application ${number}, .+: FORMS, GHS 35`), to: `/applications/${application}` },
    { field: 'Payer', to: `/applications/${application}` },
    { field: 'Payer details', after: expect.stringContaining(number) },
  ]);
  const unknown = { ...rent, tenancy_id: '987654321' };
  expect((await receive({ ...late, amount: '20.00', tenant_id: tenant.id, payments: [unknown] })).status).toBe(404);
});
