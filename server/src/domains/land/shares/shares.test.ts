import type { StoolAccount } from '@banbo/contract';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildLandTenant, buildPlot, buildTenancy } from '../../../../test/builders/land.ts';
import { phoneJpeg } from '../../../../test/builders/photos.ts';
import { nextTransactionId } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

type Headers = Record<string, string>;

let it: TestApp;
let admin: Headers;
let second: Headers;
let clerk: Headers;
/** The last entry of the books, and how many payouts there were, before the present test. */
let before: { entry: string; payouts: number };

const begin = async (): Promise<void> => {
  const { number: entry } = await it.db.selectFrom('ledger_head').select('number').executeTakeFirstOrThrow();
  const { length: payouts } = await it.db.selectFrom('share_payouts').select('id').execute();
  before = { entry, payouts };
};

/** The people of a test, at its moment. */
const meet = async (): Promise<void> => {
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  const roles = ['SystemAdmin', 'SystemAdmin', 'Accounts'] as const;
  const people = await Promise.all(roles.map((role) => buildCaller(it, role)));
  [admin = {}, second = {}, clerk = {}] = people.map(({ headers }) => headers);
  await begin();
};

/** The number of the present test's first payout. */
const firstNumber = (): string => `SP2026-${String(before.payouts + 1).padStart(4, '0')}`;

const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, headers = admin) => {
  const key = method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {};
  const request = { method, url: `/api${url}`, headers: { ...headers, ...key }, ...(payload && { payload }) };
  const answer = await it.app.inject(request);
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.rawPayload };
};
const textOf = async (bytes: Buffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)))).text.join(' ').replace(/\s+/g, ' ');

const RULE = {
  ...{
    valid_from: '2026-11-20',
    oasl_percent: '10',
    stool_percent: '25',
    council_percent: '20',
    assembly_percent: '55',
  },
  types: ['CC1000', 'CC2000', 'CC5000'],
  ...{ stool_name: 'Nungua Stool', council_name: 'Nungua Council', assembly_name: 'Krowor Assembly' },
};

const day = () => it.clock.now.toISOString().slice(0, 10);

const askRule = (given: object = {}, headers = admin) =>
  call('POST', '/share_rules', { ...RULE, valid_from: day(), ...given }, headers);
const approve = (id: string, headers = second) => call('POST', `/approvals/${id}/approve`, {}, headers);

const setRule = async (given: object = {}) => {
  const asked = await askRule(given);
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  const approved = await approve(asked.body.approval_id);
  expect(approved.status, JSON.stringify(approved.body)).toBe(201);
  return approved.body.message as string;
};

type Row = { payment_type: string; amount: string };

const receive = async (payments: readonly Row[], { owner = 'stool' as 'stool' | 'family', mode = {} } = {}) => {
  const plot = await buildPlot(it, { owner_kind: owner });
  const tenant = await buildLandTenant(it);
  const tenancy = await buildTenancy(it, { tenant_id: tenant.id, plot_id: plot.id });
  const amount = (payments.reduce((sum, row) => sum + Math.round(Number(row.amount) * 100), 0) / 100).toFixed(2);
  const rows = payments.map((row) => ({
    ...row,
    ...(row.payment_type === 'CC2000' ? { tenancy_id: tenancy.id } : { plot_id: plot.id }),
  }));
  const given = { mode: 'cash', ...mode, amount, tenant_id: tenant.id, payments: rows };
  const { status, body } = await call('POST', '/land_payments', given, clerk);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.payment_ids as string[];
};

/** Changes of the accounts of shares by the present test. */
const balances = async () => {
  const rows = await it.db
    .selectFrom('ledger_postings')
    .select(['account', sql<string>`sum(amount)::text`.as('amount')])
    .where('account', 'in', ['2301', '2302', '2303', '2304', '4950'])
    .where('entry', '>', before.entry)
    .groupBy('account')
    .orderBy('account')
    .execute();
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
};

const account = async (query = '?from=2026-01-01&to=2026-12-31'): Promise<StoolAccount> =>
  (await call('GET', `/stool_account${query}`, undefined, clerk)).body;

const ask = (given: object = {}, headers = clerk) =>
  call(
    'POST',
    '/share_payouts',
    { beneficiary: 'stool', amount: '225.00', mode: 'bank', paid_to: 'Nungua Stool', reason: 'Shares', ...given },
    headers,
  );
const approvalOf = async (id: string) =>
  (await call('GET', `/share_payouts/${id}`, undefined, clerk)).body.approval_id as string;
const approved = async (given: object = {}) => {
  const { body } = await ask(given);
  const answer = await approve(await approvalOf(body.payout_id));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return body.payout_id as string;
};
const pay = (id: string, given: object = {}, headers = admin) =>
  call('PATCH', `/share_payouts/${id}`, { change: 'pay', paid_on: day(), reference: `B${id}REF`, ...given }, headers);

/** Pays out all that is held for the stool, so that a test begins without. */
const payOutAll = async (): Promise<void> => {
  const held = (await account()).balances.find(({ beneficiary }) => beneficiary === 'stool')?.available;
  if (held !== undefined && held !== '0.00') {
    expect((await pay(await approved({ amount: held }))).status).toBe(200);
  }
  await begin();
};

describe('on books of its own', () => {
  beforeEach(async () => {
    it = await startApp();
    await meet();
  });
  afterEach(() => it.close());

  test('nothing is shared until two people set a rule, and whoever asked for it does not approve it', async () => {
    const [id] = await receive([{ payment_type: 'CC1000', amount: '1000.00' }]);
    const stored = it.db
      .selectFrom('payments')
      .select(['share_rule_id', 'shares'])
      .where('id', '=', id ?? '');
    expect(await stored.execute()).toEqual([{ share_rule_id: null, shares: null }]);
    expect(await balances()).toEqual({});
    expect(await account()).toMatchObject({ percents: null, types: [], total: { gross: '0.00' } });
    const asked = await askRule();
    expect(asked.body.message).toContain('waits for approval');
    expect((await approve(asked.body.approval_id, admin)).status).toBe(403);
    expect((await askRule()).status).toBe(409);
    expect((await call('GET', '/share_rules')).body).toMatchObject({
      ...{ current: null, rules: [], approval_id: asked.body.approval_id },
    });
    const { body } = await approve(asked.body.approval_id);
    expect(body.message).toMatch(/^Revenue of stool land is shared by this rule from/);
    const { body: shown } = await call('GET', '/share_rules');
    expect(shown.current).toMatchObject({ oasl_percent: '10.00', types: RULE.types, is_alone: false });
    expect(shown.types.map(({ code }: { code: string }) => code)).not.toContain('CC3000');
    await expect(it.db.deleteFrom('share_rules').execute()).rejects.toThrow('stays as it was approved');
  });

  test('a code that is not shared cannot stand for one that is: drink takes its price, a sale has a plot', async () => {
    await setRule();
    const refusedOf = async (row: object, plot: { owner_kind: 'stool' | 'family' } | null) => {
      const { id: tenant_id } = await buildLandTenant(it);
      const place = plot && { plot_id: (await buildPlot(it, plot)).id };
      const amount = (row as Row).amount;
      const given = { mode: 'cash', amount, tenant_id, payments: [{ ...row, ...place }] };
      const { status, body } = await call('POST', '/land_payments', given, clerk);
      return [status, body.issues?.[0]?.message ?? null];
    };
    const drink = (amount: string) => ({ payment_type: 'CC3000', amount });
    const stool = { owner_kind: 'stool' } as const;
    expect(await refusedOf(drink('5000.00'), stool)).toEqual([
      422,
      'GHS 1,000.00 is due under this code, which is not shared. Please enter the rest under the code that it is for.',
    ]);
    expect((await refusedOf(drink('1000.00'), stool))[0]).toBe(201);
    expect((await refusedOf(drink('5000.00'), { owner_kind: 'family' }))[0]).toBe(201);
    expect(await refusedOf({ payment_type: 'CC1000', amount: '5000.00' }, null)).toEqual([
      422,
      'Please choose the plot: a part of this money may be a stool’s.',
    ]);
    await it.db.deleteFrom('payment_list').where('type_code', '=', 'CC3000').execute();
    expect((await refusedOf(drink('1.00'), stool))[1]).toContain('has no price here');
  });

  test('the statement is the ledger to the pesewa, on screen and as PDF for each beneficiary', async () => {
    await setRule();
    await receive([
      { payment_type: 'CC1000', amount: '1234.57' },
      { payment_type: 'CC5000', amount: '0.99' },
    ]);
    const paid = await approved({ amount: '100.10', mode: 'cash' });
    expect((await pay(paid, { reference: undefined })).status).toBe(200);
    const shown = await account();
    expect(shown.types.map(({ code, gross }) => [code, gross])).toEqual([
      ['CC1000', '1234.57'],
      ['CC5000', '0.99'],
    ]);
    const ledger = await balances();
    const CODES = { oasl: '2301', stool: '2302', council: '2303', assembly: '2304' } as const;
    for (const { beneficiary, closing, other, opening } of shown.balances) {
      expect(`-${closing}`).toBe(ledger[CODES[beneficiary]]);
      expect([other, opening]).toEqual(['0.00', '0.00']);
    }
    expect(ledger['4950']).toBe(shown.total.gross);
    expect(shown.balances[1]).toMatchObject({ shared: '278.00', paid_out: '100.10', closing: '177.90' });
    expect(shown.payouts).toMatchObject([{ number: 'SP2026-0001', reference: 'SP2026-0001', amount: '100.10' }]);
    const earlier = await account('?from=2026-01-01&to=2026-01-31');
    expect([earlier.total.gross, earlier.balances[1]?.closing, earlier.payouts]).toEqual(['0.00', '0.00', []]);
    const after = await account('?from=2026-12-01&to=2026-12-31');
    expect([after.balances[1]?.opening, after.balances[1]?.closing]).toEqual(['177.90', '177.90']);
    const days = 'from=2026-01-01&to=2026-12-31';
    const pdf = await textOf((await call('GET', `/stool_account/stool/statement?${days}`, undefined, clerk)).body);
    for (const word of [
      'Stool, Nungua Stool',
      '22.5% of the whole',
      '1,234.57',
      '278.00',
      '177.90',
      'SP2026-0001',
      'This office’s record',
    ])
      expect(pdf).toContain(word);
    const assembly = await textOf(
      (await call('GET', `/stool_account/assembly/statement?${days}`, undefined, clerk)).body,
    );
    expect(assembly).toContain('Krowor Assembly');
    expect(assembly).not.toContain('SP2026-0001');
  });
});

describe('on books with other payments', () => {
  beforeAll(async () => {
    it = await startApp();
  });
  beforeEach(meet);
  afterAll(() => it.close());

  test('shares that do not come to 100%, drink, days that are over and drivers’ types are refused in a sentence', async () => {
    const said = async (given: object) => {
      const { status, body } = await askRule(given);
      expect(status).toBeOneOf([400, 422]);
      return body.issues[0].message;
    };
    expect(await said({ assembly_percent: '50' })).toBe('The three shares come to 95%, not 100%.');
    expect(await said({ types: ['CC3000'] })).toBe('Customary drink is never shared.');
    expect(await said({ types: ['RF'] })).toBe('RF is no payment type of the land side, so it is not shared.');
    expect(await said({ valid_from: '2020-01-01' })).toContain('from today or a later day');
    const given = {
      ...{ ...RULE, types: '["CC3000"]', entered_at: it.clock.now, is_alone: false },
      ...{ entered_by: '1', approved_by: '1' },
    };
    await expect(it.db.insertInto('share_rules').values(given).execute()).rejects.toThrow('share_rules_without_drink');
    const uneven = { ...given, types: '[]', stool_percent: '24' };
    await expect(it.db.insertInto('share_rules').values(uneven).execute()).rejects.toThrow('share_rules_come_to_100');
  });

  test('a rule whose day is over when it is approved is not set', async () => {
    const rules = () => it.db.selectFrom('share_rules').select('id').orderBy('id').execute();
    const set = await rules();
    const { body } = await askRule();
    it.clock.now = new Date(it.clock.now.getTime() + 86_400_000);
    const late = (await buildCaller(it, 'SystemAdmin')).headers;
    expect((await approve(body.approval_id, late)).body.message).toContain('which is over');
    expect(await rules()).toEqual(set);
  });

  test('what is received for stool land is shared to the pesewa; drink, other types and family land are not', async () => {
    await setRule();
    await receive([
      { payment_type: 'CC1000', amount: '1000.00' },
      { payment_type: 'CC2000', amount: '0.07' },
      { payment_type: 'CC3000', amount: '500.00' },
      { payment_type: 'CC6000', amount: '80.00' },
    ]);
    await receive([{ payment_type: 'CC1000', amount: '700.00' }], { owner: 'family' });
    expect(await balances()).toEqual({
      ...{ '2301': '-100.01', '2302': '-225.02', '2303': '-180.01', '2304': '-495.03', '4950': '1000.07' },
    });
    const check = await checkBooks(it);
    expect(check.differences).toEqual([]);
  });

  test('a payment keeps the rule that it was stored with, whatever is set later', async () => {
    await setRule();
    const [id = ''] = await receive([{ payment_type: 'CC5000', amount: '10.00' }]);
    await setRule({ types: [] });
    await receive([{ payment_type: 'CC5000', amount: '10.00' }]);
    expect((await balances())['4950']).toBe('10.00');
    const change = it.db.updateTable('payments').set({ shares: null, share_rule_id: null }).where('id', '=', id);
    await expect(change.execute()).rejects.toThrow('keeps the shares that it was stored with');
  });

  test('a reversed payment takes its shares back, and the account says so', async () => {
    await setRule();
    const mode = { mode: 'momo', transaction_id: nextTransactionId(), seen_in_account: true };
    const { gross } = (await account()).total;
    const [id] = await receive([{ payment_type: 'CC1000', amount: '99.99' }], { mode });
    const payload = { decision: 'reverse', cause: 'wrong_car', reason: 'Another tenant' };
    const answer = await call('PATCH', `/clearance/${id}`, payload, second);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(Object.values(await balances())).toEqual(['0.00', '0.00', '0.00', '0.00', '0.00']);
    expect((await account()).total.gross).toBe(gross);
    expect((await checkBooks(it)).differences).toEqual([]);
  });

  test('a payout is of a day from its approval to today, in no month that is closed', async () => {
    await setRule();
    await receive([{ payment_type: 'CC1000', amount: '1000.00' }]);
    const id = await approved();
    const payOn = async (paid_on: string) => (await pay(id, { paid_on })).body.message;
    const ofDays = 'It was approved on 20 Nov 2026: give a day from then on, and not after today.';
    expect([await payOn('2026-11-19'), await payOn('2026-11-21')]).toEqual([ofDays, ofDays]);
    const closed = 'November 2026 is closed. Give a day from 1 Dec 2026 on.';
    const on = async (now: string) => {
      it.clock.now = new Date(now);
      admin = (await buildCaller(it, 'SystemAdmin')).headers;
    };
    await on('2026-12-08T10:00:00Z');
    expect(await payOn('2026-11-30')).toBe(closed);
    // Within seven days a person has closed the month.
    await on('2026-12-07T10:00:00Z');
    const openFrom = (open_from: string) => it.db.updateTable('ledger_head').set({ open_from }).execute();
    await openFrom('2026-12-01');
    expect(await payOn('2026-11-30')).toBe(closed);
    await openFrom('0001-01-01');
    expect(await payOn('2026-11-30')).toContain('Noted: GHS 225.00 was paid');
  });

  test('a payout is asked for, approved by another, paid by a third, and its papers are there', async () => {
    await setRule();
    await receive([{ payment_type: 'CC1000', amount: '1000.00' }]);
    const { status, body } = await ask();
    expect([status, body.message]).toEqual([201, expect.stringContaining(firstNumber())]);
    const id: string = body.payout_id;
    expect((await call('GET', `/share_payouts/${id}/voucher`, undefined, clerk)).status).toBe(409);
    expect((await approve(await approvalOf(id), clerk)).status).toBe(403);
    expect((await approve(await approvalOf(id))).status).toBe(201);
    expect((await pay(id, {}, clerk)).status).toBe(403);
    expect((await pay(id, { reference: undefined })).status).toBe(400);
    expect((await pay(id, { paid_on: '2026-12-30' })).body.message).toContain('not after today');
    expect((await pay(id)).body.message).toBe(`Noted: GHS 225.00 was paid, reference B${id}REF.`);
    expect((await pay(id, {}, second)).status).toBe(409);
    const voucher = await textOf((await call('GET', `/share_payouts/${id}/voucher`, undefined, clerk)).body);
    for (const word of [`Payout voucher ${firstNumber()}`, 'GHS 225.00', 'Nungua Stool', 'Received']) {
      expect(voucher).toContain(word);
    }
    const form = new FormData();
    form.set('file', await phoneJpeg());
    const attach = () => call('POST', `/share_payouts/${id}/receipt`, form, clerk);
    expect((await attach()).status).toBe(201);
    expect((await attach()).status).toBe(409);
    expect((await call('GET', `/share_payouts/${id}/receipt`, undefined, clerk)).status).toBe(200);
    expect((await call('GET', `/share_payouts/${id}`, undefined, clerk)).body).toMatchObject({
      ...{ status: 'paid', receipt_name: 'IMG_0001.jpg', entry: expect.any(String) },
    });
    expect((await balances())['2302']).toBe('0.00');
    expect((await checkBooks(it)).differences).toEqual([]);
    const change = it.db.updateTable('share_payouts').set({ amount: '1.00' }).where('id', '=', id);
    await expect(change.execute()).rejects.toThrow('stays as it was');
  });

  test('money of a payout that came back is held again; neither its asker nor its payer notes that', async () => {
    await setRule();
    await payOutAll();
    await receive([{ payment_type: 'CC1000', amount: '1000.00' }]);
    const id = await approved();
    const comeBack = (headers: typeof admin) =>
      call('PATCH', `/share_payouts/${id}`, { change: 'come_back', reason: 'The account is closed.' }, headers);
    expect((await comeBack(second)).status).toBe(409);
    await pay(id);
    expect([(await comeBack(admin)).status, (await comeBack(clerk)).status]).toEqual([403, 403]);
    expect((await comeBack(second)).body.message).toContain('are held for the share again');
    expect((await comeBack(second)).status).toBe(409);
    expect((await balances())['2302']).toBe('-225.00');
    expect((await call('GET', `/share_payouts/${id}`)).body).toMatchObject({ came_back_on: '2026-11-20' });
    expect((await checkBooks(it)).differences).toEqual([]);
  });

  test('never more than is held is paid out, also where money was reversed since', async () => {
    await setRule();
    await payOutAll();
    const mode = { mode: 'momo', transaction_id: nextTransactionId(), seen_in_account: true };
    const [payment] = await receive([{ payment_type: 'CC1000', amount: '1000.00' }], { mode });
    expect((await ask({ amount: '225.01' })).body.issues[0].message).toBe(
      'Of the share of the Stool only GHS 225.00 can be paid out now.',
    );
    const one = await approved();
    expect((await ask({ amount: '0.01' })).body.issues[0].message).toBe(
      'Of the share of the Stool nothing can be paid out now.',
    );
    await call('PATCH', `/clearance/${payment}`, { decision: 'reverse', cause: 'wrong_car', reason: 'Wrong' }, second);
    expect((await pay(one)).status).toBe(409);
    const withdrawn = await call('PATCH', `/share_payouts/${one}`, { change: 'withdraw', reason: 'Reversed' });
    expect([withdrawn.status, withdrawn.body.message]).toEqual([200, expect.stringContaining('is withdrawn')]);
    expect((await balances())['2302']).toBe('0.00');
  });

  test('of payouts of the whole share at once one is asked for, and one payout is paid once', async () => {
    await setRule();
    await payOutAll();
    await receive([{ payment_type: 'CC1000', amount: '1000.00' }]);
    const asked = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(asked.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 422)]);
    const id = asked.find(({ status }) => status === 201)?.body.payout_id;
    const approval = await approvalOf(id);
    const granted = await Promise.all([approve(approval), approve(approval, admin)]);
    expect(granted.filter(({ status }) => status === 201)).toHaveLength(1);
    const paid = await Promise.all(Array.from({ length: 6 }, (_, n) => pay(id, {}, n % 2 === 0 ? admin : second)));
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await balances())['2302']).toBe('0.00');
  });

  test('who may: the rule needs land.setup, payouts land.receive, the account land.money', async () => {
    await setRule();
    await receive([{ payment_type: 'CC1000', amount: '1000.00' }]);
    const answers: Record<string, unknown> = {};
    for (const role of ['SuperUser', 'Operations', 'Accounts', 'SystemUser'] as const) {
      const { headers } = await buildCaller(it, role);
      const seen = await call('GET', '/stool_account?from=2026-01-01&to=2026-12-31', undefined, headers);
      const paid = await ask({ amount: '1.00' }, headers);
      answers[role] = [seen.status, (await askRule({}, headers)).status, paid.status];
    }
    expect(answers).toMatchObject({
      Operations: [200, 403, 403],
      Accounts: [200, 403, 201],
      SystemUser: [403, 403, 403],
    });
  });
});
