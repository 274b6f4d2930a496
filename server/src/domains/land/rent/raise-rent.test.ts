import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkBooks } from '../../../../test/book-checks.ts';
import { setCompany } from '../../../../test/builders/company.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildApplication, buildPlot, buildTenancy, buildZone } from '../../../../test/builders/land.ts';
import { buildRentPayment } from '../../../../test/builders/rent.ts';
import { keepAsIs } from '../../../../test/database/put-back.ts';
import { tamperWith } from '../../../../test/forge-books.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { rentServer, rentsOf } from '../../../../test/rent-runs.ts';

let it: TestApp;
let putBack: () => Promise<void>;
let signedIn: { staff: ReturnType<typeof rentsOf>; legal: ReturnType<typeof rentsOf> };
let staff: ReturnType<typeof rentsOf>;
let legal: ReturnType<typeof rentsOf>;
beforeAll(async () => {
  it = await startApp();
  signedIn = {
    staff: rentsOf(it, (await buildCaller(it, 'Accounts')).headers),
    legal: rentsOf(it, (await buildCaller(it, 'Legal')).headers),
  };
  putBack = await keepAsIs(it);
});
beforeEach(async () => {
  await putBack();
  ({ staff, legal } = signedIn);
});
afterAll(() => it.close());

const charges = () =>
  it.db
    .selectFrom('rent_charges')
    .select(['tenancy_id', 'amount', 'due_on', 'from_day', 'until_day', 'kind', 'year', 'cancelled_at'])
    .orderBy('id')
    .execute();
const balanceOf = async (account: string): Promise<string> => {
  const { rows } = await sql<{ sum: string }>`
    SELECT coalesce(sum(amount), 0)::numeric(18, 2)::text AS sum FROM ledger_postings WHERE account = ${account}`.execute(
    it.db,
  );
  return rows[0]?.sum ?? '';
};
const booksAreRight = async () => expect((await checkBooks(it)).differences).toEqual([]);
const end = (id: string, held_until: string) =>
  it.db.updateTable('tenancies').set({ held_until, end_reason: 'Given up' }).where('id', '=', id).execute();
const outcomesOf = async (run: { id: string }) =>
  new Map((await staff.lines(run.id)).map(({ id, outcome, amount }) => [id, [outcome, amount]]));

test('a dry run says what would be raised and why not, and raises nothing', async () => {
  const whole = await buildTenancy(it, { ground_rent: '400.00' });
  const begun = await buildTenancy(it, { commencement: '2026-07-02', held_from: '2026-07-02' });
  const ended = await buildTenancy(it);
  await end(ended.id, '2026-07-02');
  const gone = await buildTenancy(it);
  await end(gone.id, '2025-12-31');
  const over = await buildTenancy(it, { term_years: 39 });
  const free = await buildTenancy(it, { ground_rent: '0.00' });
  const due = await buildTenancy(it, { review_years: 5 });
  const run = await staff.run({ is_dry: true });
  expect(await outcomesOf(run)).toEqual(
    new Map([
      [whole.id, ['whole', '400.00']],
      [begun.id, ['part', '200.55']],
      [ended.id, ['part', '199.45']],
      [gone.id, ['not_held', null]],
      [over.id, ['part', '64.66']],
      [free.id, ['no_rent', null]],
      [due.id, ['review_due', null]],
    ]),
  );
  expect(run).toMatchObject({ state: 'done', is_dry: true, looked_at: 7, raised: 4, amount: '864.66' });
  expect(run.sums.find(({ outcome }) => outcome === 'part')).toEqual({ outcome: 'part', count: 3, amount: '464.66' });
  expect(run.zones).toHaveLength(7);
  expect(await charges()).toEqual([]);
  expect(await balanceOf('1300')).toBe('0.00');
});

test('what is raised is owed and in the books, and raising again raises only what is missing', async () => {
  const { id } = await buildTenancy(it, { ground_rent: '400.00' });
  const first = await staff.run();
  expect(first).toMatchObject({ state: 'done', raised: 1, amount: '400.00' });
  expect(await charges()).toMatchObject([{ tenancy_id: id, amount: '400.00', due_on: '2026-01-01', kind: 'rent' }]);
  expect([await balanceOf('1300'), await balanceOf('4000-CC2000')]).toEqual(['400.00', '-400.00']);
  expect(await staff.account(id)).toMatchObject({ charged: '400.00', balance: '400.00', owed_since: '2026-01-01' });
  const other = await buildTenancy(it, { ground_rent: '100.00' });
  const second = await staff.run();
  expect(await outcomesOf(second)).toEqual(
    new Map([
      [id, ['already_raised', null]],
      [other.id, ['whole', '100.00']],
    ]),
  );
  await staff.run({ year: 2025 });
  expect(await staff.account(id)).toMatchObject({ charged: '800.00', owed_since: '2025-01-01' });
  await booksAreRight();
  const log = await it.db.selectFrom('audit_log').select('action').where('action', 'like', 'rent_runs.%').execute();
  expect(log.filter(({ action }) => action === 'rent_runs.raise')).toHaveLength(3);
});

test('a zone is raised by itself', async () => {
  const { id: zone_id } = await buildZone(it);
  const inZone = await buildTenancy(it, { plot_id: (await buildPlot(it, { zone_id })).id });
  await buildTenancy(it);
  expect(await staff.run({ zone_id })).toMatchObject({ raised: 1, looked_at: 1 });
  expect((await charges()).map(({ tenancy_id }) => tenancy_id)).toEqual([inZone.id]);
});

test('of two who raise at once one does, and everything is raised once', async () => {
  for (let n = 0; n < 5; n += 1) await buildTenancy(it);
  const answers = await Promise.all([staff.start(), staff.start()]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  const errors: unknown[] = [];
  await Promise.all([rentServer(it, errors).runDue(), rentServer(it, errors).runDue()]);
  expect(errors).toEqual([]);
  expect(await charges()).toHaveLength(5);
  await booksAreRight();
});

test('the database refuses a day of a plot that is raised twice, and a charge that changes', async () => {
  const { id } = await buildTenancy(it);
  await staff.run();
  const again = sql`
    INSERT INTO rent_charges (batch_id, tenancy_id, plot_id, tenant_id, kind, year, amount, due_on, from_day, until_day)
    SELECT batch_id, tenancy_id, plot_id, tenant_id, kind, year, amount, due_on, from_day, until_day FROM rent_charges`;
  await expect(again.execute(it.db)).rejects.toThrow(/rent_charges_(once|days_once)/);
  await expect(sql`UPDATE rent_charges SET amount = 1`.execute(it.db)).rejects.toThrow('stays as it was raised');
  await expect(sql`DELETE FROM rent_charges`.execute(it.db)).rejects.toThrow('stays as it was raised');
  expect(await staff.account(id)).toMatchObject({ charged: '400.00' });
});

/** Many tenancies by one statement, more than a chunk has. */
const buildMany = async (count: number): Promise<void> => {
  const { plot_id, tenant_id } = await buildTenancy(it);
  await sql`
    WITH made AS (
      INSERT INTO plots (zone_id, plot_number, land_use, owner_kind, owner_name, added_at)
      SELECT zone_id, 'M-' || n, land_use, owner_kind, owner_name, added_at
      FROM plots, generate_series(2, ${count}::integer) AS n WHERE plots.id = ${plot_id} RETURNING id
    )
    INSERT INTO tenancies (plot_id, tenant_id, indenture_number, how, commencement, term_years, ground_rent, held_from, added_at)
    SELECT id, ${tenant_id}::bigint, 'M ' || id, 'import', '1987-03-01', 99, 400, '1987-03-01', now() FROM made`.execute(
    it.db,
  );
};

test('a run whose server ends between two chunks goes on, and raises everything once', async () => {
  await buildMany(2001);
  const { id } = (await staff.start()).json();
  const errors: unknown[] = [];
  const server = rentServer(it, errors);
  await sql`
    CREATE FUNCTION fail_second() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM rent_batches) = 2 THEN RAISE EXCEPTION 'the power went'; END IF; RETURN NULL;
    END $$`.execute(it.db);
  await sql`CREATE TRIGGER fails AFTER INSERT ON rent_charges FOR EACH STATEMENT EXECUTE FUNCTION fail_second()`.execute(
    it.db,
  );
  await server.runDue();
  expect(errors).toHaveLength(1);
  expect(await staff.show(id)).toMatchObject({ state: 'running', raised: 1000, failure: 'the power went' });
  expect((await staff.start()).statusCode).toBe(409);
  await sql`DROP TRIGGER fails ON rent_charges`.execute(it.db);
  it.clock.now = new Date(it.clock.now.getTime() + 120_000);
  await rentServer(it).runDue();
  expect(await staff.show(id)).toMatchObject({ state: 'done', raised: 2001, amount: '800400.00' });
  expect(await charges()).toHaveLength(2001);
  await booksAreRight();
});

test('a run that is stopped raises no more, and the next one raises what is left', async () => {
  await buildMany(1001);
  const { id } = (await staff.start()).json();
  const stopped = await staff.call('POST', `/rent_runs/${id}/stop`, { reason: 'The wrong year.' });
  expect(stopped.json().message).toContain('is stopped');
  await rentServer(it).runDue();
  expect(await staff.show(id)).toMatchObject({ state: 'stopped', raised: 0, stop_reason: 'The wrong year.' });
  expect((await staff.call('POST', `/rent_runs/${id}/stop`, { reason: 'Once more.' })).statusCode).toBe(409);
  expect(await staff.run()).toMatchObject({ state: 'done', raised: 1001 });
});

test('a run whose starter may no longer raise fails, and another one can be started', async () => {
  await buildTenancy(it);
  const { id } = (await staff.start()).json();
  await it.db.updateTable('accounts').set({ status: 'blocked' }).where('role', '=', 'Accounts').execute();
  await rentServer(it).runDue();
  const other = rentsOf(it, (await buildCaller(it, 'SuperUser')).headers);
  expect(await other.show(id)).toMatchObject({ state: 'failed' });
  expect(await other.run()).toMatchObject({ state: 'done', raised: 1 });
  expect(await other.show(id)).toMatchObject({ state: 'stopped' });
});

test('who may look does not raise, and a year that has not begun is not raised', async () => {
  expect((await legal.start()).statusCode).toBe(403);
  expect((await staff.start({ year: 2027 })).statusCode).toBe(422);
  expect((await staff.start({ year: 1900 })).statusCode).toBe(400);
  expect((await staff.start({ zone_id: '999999' })).statusCode).toBe(422);
  expect((await staff.start({ kind: 'penalty' })).json().message).toContain('No rule of penalties');
  expect((await staff.call('GET', '/rent_run_lines')).statusCode).toBe(400);
});

const approve = async (id: string) => {
  const { version } = await it.db
    .selectFrom('land_applications')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return legal.call('POST', `/applications/${id}/decisions`, { change: 'approve', version });
};

test('a tenancy that is transferred while rent is raised is charged once', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id, plot_id } = await buildTenancy(it);
    const application = await buildApplication(it, { kind: 'transfer', plot_id, ends_tenancy_id: id });
    const run: string = (await staff.start()).json().id;
    const [answer] = await Promise.all([approve(application), rentServer(it).runDue()]);
    await rentServer(it).runDue();
    // A run that waited too long for the transfer tries again two minutes later.
    if ((await staff.show(run)).state !== 'done') {
      it.clock.now = new Date(it.clock.now.getTime() + 120_000);
      await rentServer(it).runDue();
    }
    const { rows } = await sql<{ days: number; charges: number }>`
      SELECT coalesce(sum(until_day - from_day), 0)::integer AS days, count(*)::integer AS charges FROM rent_charges
      WHERE plot_id = ${plot_id}`.execute(it.db);
    // The rent is owed and the transfer refused, or each has the part of their days.
    expect([answer.statusCode, rows[0]]).toEqual(
      answer.statusCode === 200 ? [200, { days: 365, charges: 2 }] : [409, { days: 365, charges: 1 }],
    );
  }
  await booksAreRight();
}, 30_000);

test('rent that was raised for the whole year is not raised again on the next tenancy of the plot', async () => {
  const { id, plot_id } = await buildTenancy(it);
  await staff.run();
  await end(id, '2026-07-02');
  const next = await buildTenancy(it, { plot_id, commencement: '2026-07-02', held_from: '2026-07-02' });
  expect((await outcomesOf(await staff.run())).get(next.id)).toEqual(['raised_before', null]);
  const [charge] = (await staff.account(id)).charges;
  const cancelled = await legal.call('POST', `/rent_charges/${charge?.id}/cancel`, { reason: 'Held half the year.' });
  expect(cancelled.json().message).toMatch(
    /^Ground rent of 2026: GHS 400.00 is cancelled\. Nobody else may approve it/,
  );
  expect([await balanceOf('1300'), await balanceOf('4000-CC2000')]).toEqual(['0.00', '0.00']);
  expect((await legal.call('POST', `/rent_charges/${charge?.id}/cancel`, { reason: 'Once more.' })).statusCode).toBe(
    409,
  );
  expect(await staff.account(id)).toMatchObject({ charged: '0.00', owed_since: null });
  expect(await outcomesOf(await staff.run())).toEqual(
    new Map([
      [id, ['part', '199.45']],
      [next.id, ['part', '200.55']],
    ]),
  );
  await booksAreRight();
});

test('a charge that two cancel at once is cancelled once', async () => {
  const { id } = await buildTenancy(it);
  await staff.run();
  const [charge] = (await staff.account(id)).charges;
  const cancel = () => legal.call('POST', `/rent_charges/${charge?.id}/cancel`, { reason: 'Raised wrongly.' });
  const answers = await Promise.all([cancel(), cancel()]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect((await staff.call('POST', `/rent_charges/${charge?.id}/cancel`, { reason: 'No right.' })).statusCode).toBe(
    403,
  );
  await booksAreRight();
});

test('the check of the books finds a batch, a charge and an account that differ', async () => {
  const { id } = await buildTenancy(it);
  await staff.run();
  await tamperWith(it.db, 'rent_charges', `UPDATE rent_charges SET amount = 500 WHERE tenancy_id = ${id}`);
  const { differences } = await checkBooks(it);
  expect(differences).toEqual([
    expect.stringMatching(/^Batch \d+ of ground rent comes to GHS 400.00, and its charges to GHS 500.00\.$/),
    expect.stringMatching(/^Rent account of tenancy \d+ is charged 400.00 and paid 0.00, and should be charged 500.00/),
  ]);
});

test('penalties are raised by the rule, once a year, on what is unpaid after the days of grace', async () => {
  const admin = rentsOf(it, (await buildCaller(it, 'SuperAdmin')).headers);
  const none = { grace_days: null, penalty_percent: null };
  const rule = { grace_days: 30, penalty_percent: '10.00' };
  expect((await staff.call('PATCH', '/rent_rules', { ...rule, former: none })).statusCode).toBe(403);
  expect((await admin.call('PATCH', '/rent_rules', { ...rule, grace_days: null, former: none })).statusCode).toBe(400);
  expect((await admin.call('PATCH', '/rent_rules', { ...rule, former: none })).statusCode).toBe(200);
  expect((await admin.call('PATCH', '/rent_rules', { ...none, former: none })).statusCode).toBe(409);
  const tenancy = await buildTenancy(it, { ground_rent: '333.33' });
  const { id } = tenancy;
  await staff.run();
  const without = await buildTenancy(it, { ground_rent: '0.00' });
  const early = await staff.run({ kind: 'penalty' });
  expect(await outcomesOf(early)).toEqual(
    new Map([
      [id, ['in_grace', null]],
      [without.id, ['not_raised', null]],
    ]),
  );
  // Raised in November for January: the days of grace run from November.
  it.clock.now = new Date('2026-12-31T10:00:00Z');
  staff = rentsOf(it, (await buildCaller(it, 'Accounts')).headers);
  legal = rentsOf(it, (await buildCaller(it, 'Legal')).headers);
  const waiting = await buildRentPayment(it, tenancy, '333.33', 'submitted');
  expect((await outcomesOf(await staff.run({ kind: 'penalty' }))).get(id)).toEqual(['payment_waits', null]);
  await it.db.updateTable('payments').set({ status: 'rejected' }).where('id', '=', waiting.id).execute();
  expect((await outcomesOf(await staff.run({ kind: 'penalty' }))).get(id)).toEqual(['penalty', '33.33']);
  expect((await outcomesOf(await staff.run({ kind: 'penalty' }))).get(id)).toEqual(['already_raised', null]);
  expect([await balanceOf('1300'), await balanceOf('4110')]).toEqual(['366.66', '-33.33']);
  expect(await staff.account(id)).toMatchObject({ charged: '366.66', owed_since: '2026-01-01' });
  const [penalty] = (await staff.account(id)).charges;
  expect(penalty?.kind).toBe('penalty');
  await legal.call('POST', `/rent_charges/${penalty?.id}/cancel`, { reason: 'The tenant was ill.' });
  expect((await outcomesOf(await staff.run({ kind: 'penalty' }))).get(id)).toEqual(['already_raised', null]);
  await booksAreRight();
});

test('who has paid more than the rent of the year, for the next one, has no penalty', async () => {
  const admin = rentsOf(it, (await buildCaller(it, 'SuperAdmin')).headers);
  const former = { grace_days: null, penalty_percent: null };
  await admin.call('PATCH', '/rent_rules', { grace_days: 0, penalty_percent: '10.00', former });
  const tenancy = await buildTenancy(it, { ground_rent: '400.00' });
  await staff.run({ year: 2025 });
  await staff.run();
  it.clock.now = new Date(it.clock.now.getTime() + 86_400_000);
  await buildRentPayment(it, tenancy, '800.00', 'cleared');
  staff = rentsOf(it, (await buildCaller(it, 'Accounts')).headers);
  for (const year of [2025, 2026]) {
    expect((await outcomesOf(await staff.run({ kind: 'penalty', year }))).get(tenancy.id)).toEqual(['paid', null]);
  }
});

test('a reviewed rent is entered before its year is raised, by those who may approve', async () => {
  const { id } = await buildTenancy(it, { review_years: 5 });
  expect(await staff.account(id)).toMatchObject({ review_due: 1993, rent_now: '400.00' });
  const review = (by: typeof staff, given: object = {}) =>
    by.call('POST', `/tenancies/${id}/rent_reviews`, {
      ...{ from_year: 2023, ground_rent: '750.00', reason: 'Valued by the surveyor.' },
      ...given,
    });
  expect((await review(staff)).statusCode).toBe(403);
  expect((await review(legal, { from_year: 1980 })).statusCode).toBe(422);
  expect((await review(legal, { ground_rent: '-1.00' })).statusCode).toBe(400);
  expect((await review(legal)).statusCode).toBe(201);
  expect(await staff.account(id)).toMatchObject({ review_due: null, rent_now: '750.00' });
  expect((await outcomesOf(await staff.run())).get(id)).toEqual(['whole', '750.00']);
  expect((await review(legal, { from_year: 2024 })).json().message).toContain('The rent of 2026 is raised already');
  expect((await staff.account(id)).reviews).toMatchObject([{ from_year: 2023, reason: 'Valued by the surveyor.' }]);
});

test('rent is given up by two people: a charge that is cancelled, and a lower rent', async () => {
  const other = rentsOf(it, (await buildCaller(it, 'Legal')).headers);
  const { id } = await buildTenancy(it);
  await staff.run();
  const [charge] = (await staff.account(id)).charges;
  const path = `/rent_charges/${charge?.id}/cancel`;
  const lower = { from_year: 2027, ground_rent: '0.00', reason: 'Waste land.' };
  const approve = async (kind: 'land.rent_cancel' | 'land.rent_review', by: typeof staff) => {
    const asked = it.db.selectFrom('approvals').select('id').where('kind', '=', kind).where('subject_id', '=', id);
    const approval = await asked.where('status', '=', 'asked').executeTakeFirstOrThrow();
    return by.call('POST', `/approvals/${approval.id}/approve`);
  };

  const asked = await legal.call('POST', path, { reason: 'Raised wrongly.' });
  expect(asked.json().message).toContain('GHS 400.00 less would be owed.');
  expect((await staff.account(id)).charges).toMatchObject([{ cancelled_at: null }]);
  // Of one account one such change waits at a time.
  expect((await legal.call('POST', `/tenancies/${id}/rent_reviews`, lower)).statusCode).toBe(409);
  expect((await approve('land.rent_cancel', legal)).statusCode).toBe(403);
  expect((await approve('land.rent_cancel', other)).json().message).toBe(
    'Ground rent of 2026: GHS 400.00 is cancelled.',
  );
  expect(await staff.account(id)).toMatchObject({ charged: '0.00' });

  const review = await legal.call('POST', `/tenancies/${id}/rent_reviews`, lower);
  // Of all years until the term ends in 2086.
  expect(review.json()).toMatchObject({
    id: null,
    message: expect.stringContaining('GHS 24,000.00 less would be owed.'),
  });
  expect((await staff.account(id)).reviews).toEqual([]);
  expect((await approve('land.rent_review', legal)).statusCode).toBe(403);
  expect((await approve('land.rent_review', other)).statusCode).toBe(201);
  expect((await staff.account(id)).reviews).toMatchObject([{ from_year: 2027, ground_rent: '0.00' }]);
  const accountant = rentsOf(it, (await buildCaller(it, 'Accounts')).headers);
  expect((await accountant.call('GET', '/waivers')).json()).toMatchObject([
    { kind: 'rent_review', tenancy_id: id, waived: '24000.00', reason: 'Waste land.' },
    { kind: 'rent_charge', tenancy_id: id, waived: '400.00', reason: 'Raised wrongly.' },
  ]);
  await booksAreRight();
});

test('up to the limit one person gives up rent alone, and it stands in the list of waivers', async () => {
  await setCompany(it.db, { forgive_limit: '500.00' });
  await buildCaller(it, 'Legal');
  const tenancies = [await buildTenancy(it), await buildTenancy(it)];
  await staff.run();
  const cancel = async ({ id }: { id: string }) => {
    const [charge] = (await staff.account(id)).charges;
    return (await legal.call('POST', `/rent_charges/${charge?.id}/cancel`, { reason: 'Twice.' })).json().message;
  };
  const [first, second] = [await cancel(tenancies[0] as { id: string }), await cancel(tenancies[1] as { id: string })];
  expect(first).toBe('Ground rent of 2026: GHS 400.00 is cancelled.');
  expect(second).toContain('With the GHS 400.00 that you gave up today, that is above the limit of GHS 500.00.');
  expect((await staff.call('GET', '/waivers')).json()).toMatchObject([{ kind: 'rent_charge', waived: '400.00' }]);
});

test('a milder rule of penalties waits for another person, and a harder one does not', async () => {
  const [admin, other] = [await buildCaller(it, 'SuperAdmin'), await buildCaller(it, 'SuperAdmin')].map((person) =>
    rentsOf(it, person.headers),
  ) as [typeof staff, typeof staff];
  const change = async (rule: object, former: object) =>
    (await admin.call('PATCH', '/rent_rules', { ...rule, former })).json().message;
  const none = { grace_days: null, penalty_percent: null };
  const [mild, hard] = [
    { grace_days: 60, penalty_percent: '10.00' },
    { grace_days: 30, penalty_percent: '10.00' },
  ];
  expect(await change(mild, none)).toContain('Penalties are 10.00 per cent');
  expect(await change(hard, mild)).toContain('after 30 days');
  const decide = async (how: string, by: typeof staff) => {
    const [waiting] = (await other.call('GET', '/approvals?status=asked')).json();
    return (await by.call('POST', `/approvals/${waiting.id}/${how}`)).statusCode;
  };
  for (const milder of [mild, { ...hard, penalty_percent: '9.99' }, none]) {
    expect(await change(milder, hard)).toContain('All tenants may owe less by it.');
    expect((await admin.call('GET', '/rent_rules')).json()).toEqual(hard);
    if (milder !== none) await decide('withdraw', admin);
  }
  expect(await decide('approve', other)).toBe(201);
  expect((await admin.call('GET', '/rent_rules')).json()).toEqual(none);
  expect((await staff.call('GET', '/waivers')).json()).toMatchObject([{ kind: 'rent_rule', waived: null }]);
});

test('a transfer goes on with the rent of now, and an annulled one gives it back', async () => {
  const terms = { ground_rent: '100.00', review_years: 5, review_percent: '25.00' } as const;
  const { id, plot_id } = await buildTenancy(it, { ...terms, commencement: '2015-01-01', held_from: '2015-01-01' });
  const { EMPTY_TERMS } = await import('@banbo/contract');
  const application = await buildApplication(it, {
    ...{ kind: 'transfer', plot_id, ends_tenancy_id: id },
    terms: { ...EMPTY_TERMS, indenture_number: 'IN 7/2026' },
  });
  expect((await approve(application)).statusCode).toBe(200);
  const current = it.db
    .selectFrom('tenancies')
    .selectAll()
    .where('plot_id', '=', plot_id)
    .where('held_until', 'is', null);
  expect(await current.executeTakeFirst()).toMatchObject({ ground_rent: '156.25', rent_from: 2025 });
});
