import {
  type AnyList,
  accountStatement,
  activationList,
  aloneDecisionList,
  applicationList,
  applicationMonths,
  approvalList,
  arrearsList,
  auditList,
  auditorList,
  balanceImports,
  bookCheckList,
  bookLineList,
  carRequestList,
  cashByClerk,
  cashMovements,
  cashUpList,
  clearanceList,
  contactList,
  courtCaseList,
  deviceImports,
  deviceList,
  driverChangeList,
  driverImports,
  driverList,
  ENDPOINTS,
  expenseList,
  failedJobList,
  feePaymentList,
  incidentList,
  incompleteRegistrationList,
  isTextKind,
  journalList,
  landDocumentList,
  landImports,
  landPaymentList,
  landPrices,
  landReceiptList,
  landRefundList,
  landSums,
  leaseClockList,
  lookList,
  missingCashUpList,
  modeSums,
  moneyReceivedList,
  monthSums,
  outboxList,
  ownCash,
  ownCashUpList,
  ownerMessageList,
  ownLandPaymentList,
  ownPaymentList,
  paymentList,
  periodSums,
  plotList,
  promptList,
  receiptList,
  reconciliationList,
  refundList,
  reminderList,
  rentArrearsList,
  rentReminderList,
  rentRoll,
  rentRunLineList,
  rentRunList,
  repeatedJournalList,
  sharePayoutList,
  slipCodeList,
  statedLineList,
  statementImports,
  stolenList,
  tenancyList,
  tenantList,
  tenantMessageList,
  tenantRequestList,
  tenantStatement,
  tenantSummary,
  tenantSumsList,
  unknownTrackerList,
  userList,
  waiverList,
  watchList,
} from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteLook } from '#domains/drivers';
import { checkBooksNightly } from '#domains/reports';
import { post } from '../../src/domains/ledger/index.ts';
import { balanceCsv, balanceImportsOf } from '../balance-imports.ts';
import { buildDevice, buildFitting } from '../builders/devices.ts';
import { listCsv, nextListed } from '../builders/driver-lists.ts';
import { buildDriver } from '../builders/drivers.ts';
import { buildCaller, buildMember, buildUser, signIn } from '../builders/identity.ts';
import { buildApplication, buildLandTenant, buildPlot, buildTenancy, buildZone } from '../builders/land.ts';
import { buildLandReceipt } from '../builders/land-receipts.ts';
import { nextPlotLine } from '../builders/land-registers.ts';
import { buildContactMessage } from '../builders/messages.ts';
import { buildPayment } from '../builders/payments.ts';
import { buildPrompt } from '../builders/prompts.ts';
import { buildRentCharge } from '../builders/rent.ts';
import { buildSharePayout } from '../builders/shares.ts';
import { statementCsv } from '../builders/statements.ts';
import { nextTransactionId, submissionOf, subscriptionOf } from '../builders/submissions.ts';
import { nextImei, trackerCsv } from '../builders/tracker-lists.ts';
import { buildTransfer } from '../builders/transfers.ts';
import { author } from '../clearing-office.ts';
import { deviceImportsOf } from '../device-imports.ts';
import { driverImportsOf } from '../driver-imports.ts';
import { startApp, type TestApp } from '../harness.ts';
import { landImportsOf } from '../land-imports.ts';
import { nextPayer } from '../prompts/harness.ts';
import { readCsv, readXlsx } from '../spreadsheets.ts';
import { statementsOf } from '../statement-imports.ts';

const STATES = ['submitted', 'cleared', 'rejected'] as const;
const MONTHS = ['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY'] as const;

let it: TestApp;
/** The tenant whose statement is asked for. */
let payingTenant = '';
let cash = 0;
const CASH_DAY = '2026-11-18';

/** Cash that a clerk took on the day of the lists of cash. */
const takeCash = async (clerk: Parameters<typeof author>[0]): Promise<void> => {
  cash += 1;
  const given = { mode: 'cash', source: 'desk', transaction_id: `CASH9${cash}`, received_on: CASH_DAY } as const;
  await buildTransfer(it, { ...given, payer_name: '=SUM(A1)' }, author(clerk));
};

/** Cash-ups of a clerk, some of them refused. */
const handInCash = (clerkId: string) =>
  sql`
    INSERT INTO cash_ups (number, clerk_id, day, status, status_reason, expected, counted, head_entry, handed_in_at)
    SELECT 'C2026-' || ${clerkId}::text || '-' || n, ${clerkId}, DATE '2026-10-01' + n, CASE WHEN n < 8 THEN 'asked' ELSE 'refused' END,
      CASE WHEN n < 8 THEN NULL ELSE '=SUM(A1)' END, -n, n, 1, timestamptz '2026-11-05'
    FROM generate_series(1, 12) AS n`.execute(it.db);
type Headers = Record<string, string>;

/** A tenant with cash received on several days, and a claim of their own that waits. */
const tenantWhoPaid = async (asked: Headers): Promise<Headers> => {
  const { id: account_id, headers } = await buildCaller(it, 'Tenant');
  const { id: tenant_id } = await buildLandTenant(it, { account_id, last_name: '=SUM(A1)' });
  const send = (as: Headers, url: string, payload: object) =>
    it.app.inject({ method: 'POST', url, headers: { ...as, 'idempotency-key': crypto.randomUUID() }, payload });
  for (let n = 0; n < 12; n += 1) {
    const row = { payment_type: n % 2 === 0 ? 'CC5000' : 'CC6000', amount: `${20 + n}.00` };
    const cash = {
      mode: 'cash',
      received_on: `2026-11-1${5 + (n % 3)}`,
      tenant_id,
      amount: row.amount,
      payments: [row],
    };
    await send(asked, '/api/land_payments', cash);
    if (n < 3) await send(headers, '/api/tenant/payments', { ...row, transaction_id: nextTransactionId() });
  }
  const [first] = (await it.app.inject({ url: '/api/land_payments?mode=cash&size=1', headers: asked })).json();
  const decision = { decision: 'reverse', cause: 'wrong_car', reason: '=SUM(A1)' };
  await it.app.inject({ method: 'PATCH', url: `/api/clearance/${first.id}`, headers: asked, payload: decision });
  return headers;
};
let staff: Headers;
let member: Headers;
let tenant: Headers;

beforeAll(async () => {
  it = await startApp();
  staff = (await buildCaller(it, 'SuperAdmin')).headers;
  const own = await buildMember(it);
  await buildPayment(it, submissionOf(own), 'cleared');
  for (const month of ['AUGUST', 'SEPTEMBER', 'OCTOBER']) {
    await buildPayment(it, subscriptionOf(own, 2026, month), 'reversed');
  }
  for (let n = 0; n < 12; n += 1) {
    it.clock.now = new Date(Date.UTC(2026, n % 3, 1 + (n % 2), 12));
    const { driver } = await buildDriver(it, { last_name: n === 0 ? '=SUM(A1)' : 'Owusu' });
    await buildPayment(it, submissionOf(driver, { amount: `${200 + n}.50` }), STATES[n % 3]);
    const { id: device_id } = await buildDevice(it, {
      serial_number: '=SUM(A1)',
      bundle_until: `2026-12-0${1 + (n % 3)}`,
    });
    if (n % 2 === 0) await buildFitting(it, { device_id, driver_id: driver.id });
    await noteLook(it.db, { login: `clerk${n % 2}` }, driver.id, it.clock.now);
    await buildPayment(
      it,
      subscriptionOf(own, 2026, MONTHS[n % 7] ?? 'MAY'),
      STATES[n % 3] === 'cleared' ? 'submitted' : STATES[n % 3],
    );
    if (n % 3 === 2) {
      await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', driver.id).execute();
    }
    const message = n % 2 === 0 ? 'A tracker?\nPlease call.' : '-1+1';
    for (const is_tenants of [true, false]) await buildContactMessage(it, { subject: '=SUM(A1)', message, is_tenants });
    const source = n % 2 === 0 ? 'statement' : 'capture';
    await buildTransfer(it, { source, payer_name: '=SUM(A1)', received_on: `2026-0${1 + (n % 3)}-01` });
    await buildPrompt(it, (await buildDriver(it)).driver, nextPayer());
    await checkBooksNightly(it.db, it.clock.now);
    if (n < 7) await takeCash(await buildCaller(it, 'SuperUser'));
    const { id } = await buildUser(it, { first_name: `Ama ${n % 4}`, last_name: `Mensah ${n % 2}` });
    await it.app.inject({ method: 'POST', url: `/api/users/${id}/block`, headers: staff });
  }
  const ended = { state: 'failed', reason: 'EXPIRED', ended_at: it.clock.now } as const;
  await it.db.updateTable('prompts').set(ended).where('id', '<', '5').execute();
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  await sql`
    INSERT INTO owner_messages (day, text, last_entry, last_hash, phones, mails, sent_at)
    SELECT DATE '2026-11-01' + n, '=SUM(A1)', n, sha256('x'), 1, 0, timestamptz '2026-11-01 19:00Z' + n * interval '1 day'
    FROM generate_series(1, 9) AS n`.execute(it.db);
  await sql`
    INSERT INTO reminder_batches (age, recipients, parts, cost, job_id, created_by, created_at)
    SELECT 'two', n, n, n * 0.035, n, (SELECT min(id) FROM accounts), timestamptz '2026-11-01' + n % 3 * interval '1 day'
    FROM generate_series(1, 9) AS n`.execute(it.db);
  await sql`
    INSERT INTO credit_uses (driver_id, type_code, period, payment_year, payment_month, amount, waived, waived_as,
      waiver_reason, asked_by, used_by, used_on, used_at)
    SELECT drivers.id, 'SS', 'monthly', 2028, n, n, 300 - n, CASE WHEN n < 5 THEN 'waiver' ELSE 'write_off' END, '=SUM(A1)',
      account.id, account.id, date '2026-11-01' + n % 3, timestamptz '2026-11-05'
    FROM drivers, generate_series(1, 12) AS n, (SELECT min(id) AS id FROM accounts) AS account
    WHERE drivers.id = ${own.id}`.execute(it.db);
  await sql`
    INSERT INTO approvals (kind, subject_id, subject, input, changes, status, status_reason, asked_by, asked_at,
      decided_by, decided_at)
    SELECT 'prices.change', n, '=SUM(A1)', '{}', '[{"field": "Price", "before": "-1", "after": "2"}]',
      CASE WHEN n < 8 THEN 'asked' ELSE 'refused' END, CASE WHEN n < 8 THEN NULL ELSE 'No.' END,
      account.id, timestamptz '2026-11-01' + n % 3 * interval '1 day',
      CASE WHEN n < 8 THEN NULL ELSE account.id END, CASE WHEN n < 8 THEN NULL ELSE timestamptz '2026-11-05' END
    FROM generate_series(1, 12) AS n, (SELECT min(id) AS id FROM accounts) AS account`.execute(it.db);
  await sql`
    INSERT INTO refunds (side, source, driver_id, amount, mode, paid_to, reason, status, status_reason, asked_by, asked_at,
      ended_by, ended_at)
    SELECT 'drivers', 'credit', ${own.id}, n, 'momo', '=SUM(A1)', '-1+1', CASE WHEN n < 8 THEN 'asked' ELSE 'refused' END,
      CASE WHEN n < 8 THEN NULL ELSE 'No.' END, account.id, timestamptz '2026-11-01' + n % 3 * interval '1 day',
      CASE WHEN n < 8 THEN NULL ELSE account.id END, CASE WHEN n < 8 THEN NULL ELSE timestamptz '2026-11-05' END
    FROM generate_series(1, 12) AS n, (SELECT min(id) AS id FROM accounts) AS account`.execute(it.db);
  const returned = await buildTransfer(it, { transaction_id: nextTransactionId(), amount: '100.00' });
  await sql`
    INSERT INTO refunds (side, source, transfer_id, amount, mode, paid_to, reason, status, status_reason, asked_by,
      asked_at, ended_by, ended_at)
    SELECT 'land', 'money', ${returned}, amount, mode, paid_to, reason, status, status_reason, asked_by, asked_at,
      ended_by, ended_at FROM refunds WHERE source = 'credit' ORDER BY id`.execute(it.db);
  await sql`
    INSERT INTO journals (number, kind, day, description, status, status_reason, amount, made_by, made_at, ended_by, ended_at)
    SELECT 'J2026-' || n, 'general', DATE '2026-11-01' + n % 3, '=SUM(A1)', CASE WHEN n < 8 THEN 'draft' ELSE 'dropped' END,
      CASE WHEN n < 8 THEN NULL ELSE '-1+1' END, n, account.id, timestamptz '2026-11-05',
      CASE WHEN n < 8 THEN NULL ELSE account.id END, CASE WHEN n < 8 THEN NULL ELSE timestamptz '2026-11-05' END
    FROM generate_series(1, 12) AS n, (SELECT min(id) AS id FROM accounts) AS account`.execute(it.db);
  await sql`
    INSERT INTO repeated_journals (journal_id, status, status_reason, day_of_month, next_day, made_by, made_at, stopped_by, stopped_at)
    SELECT id, CASE WHEN id % 2 = 0 THEN 'running' ELSE 'stopped' END, '-1+1', 1, DATE '2027-01-01', made_by, made_at,
      CASE WHEN id % 2 = 0 THEN NULL ELSE made_by END, CASE WHEN id % 2 = 0 THEN NULL ELSE made_at END
    FROM journals`.execute(it.db);
  await sql`
    INSERT INTO expenses (number, payee, kind, day, paid_from, amount, reclaimed, reference, description, needs_approval,
      status, status_reason, made_by, made_at, ended_by, ended_at)
    SELECT 'E2026-' || n, '=SUM(A1)', '5090', DATE '2026-11-01' + n % 3, '1010', n, 0, '-1+1', '=SUM(A1)', true,
      CASE WHEN n < 8 THEN 'asked' ELSE 'refused' END, CASE WHEN n < 8 THEN NULL ELSE '-1+1' END, account.id,
      timestamptz '2026-11-05', CASE WHEN n < 8 THEN NULL ELSE account.id END,
      CASE WHEN n < 8 THEN NULL ELSE timestamptz '2026-11-05' END
    FROM generate_series(1, 12) AS n, (SELECT min(id) AS id FROM accounts) AS account`.execute(it.db);
  const spent = Array.from({ length: 12 }, (_, n) => ({
    ...{ day: `2026-11-0${1 + (n % 5)}`, kind: 'journal' as const, subjectId: String(n + 1), description: '=SUM(A1)' },
    postings: [
      { account: '5090', pesewas: 100n + BigInt(n) },
      { account: '1030', pesewas: -100n - BigInt(n) },
    ],
  }));
  await it.db.transaction().execute((tx) => post(tx, spent, { by: null, now: it.clock.now }));
  const momo = Array.from({ length: 12 }, (_, n) => ({
    ...{
      day: `2026-11-0${1 + (n % 5)}`,
      kind: 'journal' as const,
      subjectId: String(n + 101),
      description: '=SUM(A1)',
    },
    postings: [
      { account: '1000', pesewas: 100n + BigInt(n) },
      { account: '3000', pesewas: -100n - BigInt(n) },
    ],
  }));
  await it.db.transaction().execute((tx) => post(tx, momo, { by: null, now: it.clock.now }));
  await sql`
    INSERT INTO reconciliations (account, from_day, to_day, lines, made_by, made_at, undone_by, undone_at, undo_reason)
    SELECT CASE WHEN n < 8 THEN '1000' ELSE '1020' END, DATE '2026-11-01', DATE '2026-11-05', n, account.id,
      timestamptz '2026-11-05' + n % 3 * interval '1 day', account.id, timestamptz '2026-11-09', '=SUM(A1)'
    FROM generate_series(1, 12) AS n, (SELECT min(id) AS id FROM accounts) AS account`.execute(it.db);
  await sql`
    INSERT INTO stolen_cars (driver_id, last_seen, status, status_reason, declared_at, declared_by, ended_at, ended_by)
    SELECT ${own.id}, '=SUM(A1)', CASE WHEN n < 2 THEN 'open' ELSE 'ended' END, CASE WHEN n < 2 THEN NULL ELSE '-1+1' END,
      timestamptz '2026-11-01' + n % 3 * interval '1 day', account.id,
      CASE WHEN n < 2 THEN NULL ELSE timestamptz '2026-11-05' END, CASE WHEN n < 2 THEN NULL ELSE account.id END
    FROM generate_series(1, 12) AS n, (SELECT min(id) AS id FROM accounts) AS account`.execute(it.db);
  await sql`
    INSERT INTO incidents (number, grade, source, driver_id, status, status_reason, raised_at, first_signal_at,
      last_signal_at, rings_since, signals, ended_at, ended_by)
    SELECT '2026-' || (9000 + n), 'sos', 'call', ${own.id}, CASE WHEN n < 2 THEN 'raised' ELSE 'resolved' END,
      CASE WHEN n < 2 THEN NULL ELSE '=SUM(A1)' END, at, at, at, at, 1,
      CASE WHEN n < 2 THEN NULL ELSE timestamptz '2026-11-05' END, CASE WHEN n < 2 THEN NULL ELSE account.id END
    FROM generate_series(1, 12) AS n, (SELECT min(id) AS id FROM accounts) AS account,
      LATERAL (SELECT timestamptz '2026-11-01' + n % 3 * interval '1 day' AS at) AS raised`.execute(it.db);
  await sql`
    INSERT INTO alone_decisions (account_id, action, subject_kind, subject_id, subject, at)
    SELECT (SELECT min(id) FROM accounts), 'prices.change', 'yearly price', n, '=SUM(A1)',
      timestamptz '2026-11-01' + n % 3 * interval '1 day'
    FROM generate_series(1, 9) AS n`.execute(it.db);
  await sql`
    INSERT INTO jobs (name, status, failure, due_at, created_at, begun_at, ended_at)
    SELECT 'send reminders', 'failed', '=SUM(A1)', at, at, at, at
    FROM (SELECT timestamptz '2026-11-01' + n % 3 * interval '1 day' AS at FROM generate_series(1, 9) AS n) AS failed`.execute(
    it.db,
  );
  await sql`
    INSERT INTO driver_changes (driver_id, version, changed_at, changed_by, reason, before, after)
    SELECT 1 + n % 2, n, timestamptz '2026-11-01' + n * interval '1 day', (SELECT min(id) FROM accounts),
      'As on the licence.', '{"first_name": "AMA"}', '{"first_name": "YAA"}'
    FROM generate_series(1, 18) AS n`.execute(it.db);
  await sql`
    INSERT INTO car_requests (driver_id, car_number, status, status_reason, asked_at, decided_at, decided_by)
    SELECT id, 'GX ' || n, CASE WHEN n < 8 THEN 'asked' ELSE 'refused' END, CASE WHEN n < 8 THEN NULL ELSE 'No.' END,
      timestamptz '2026-11-01' + n % 3 * interval '1 day',
      CASE WHEN n < 8 THEN NULL ELSE timestamptz '2026-11-05' END, CASE WHEN n < 8 THEN NULL ELSE account_id END
    FROM drivers, generate_series(1, 12) AS n WHERE id = ${own.id}`.execute(it.db);
  await sql`
    INSERT INTO unknown_trackers (unique_id, feed, first_at, last_at, latitude)
    SELECT '=SUM(A1)' || n, CASE WHEN n < 8 THEN 'traccar' ELSE 'osmand' END, at, at, n
    FROM (SELECT n, timestamptz '2026-11-01' + n % 3 * interval '1 day' AS at FROM generate_series(1, 12) AS n) AS told`.execute(
    it.db,
  );
  await sql`
    INSERT INTO watch_entries (device_id, driver_id, kind, since, last_since, noticed_at, status, status_reason, closed_at)
    SELECT id, ${own.id}, CASE WHEN n % 2 = 0 THEN 'silent' ELSE 'low_battery' END, at, at, at,
      CASE WHEN n < 3 THEN 'closed' ELSE 'open' END, CASE WHEN n < 3 THEN '=SUM(A1)' END, CASE WHEN n < 3 THEN at END
    FROM (
      SELECT id, row_number() OVER (ORDER BY id) AS n, timestamptz '2026-11-01' + id % 3 * interval '1 day' AS at FROM devices
    ) AS told`.execute(it.db);
  const statements = statementsOf(it, staff);
  for (let n = 0; n < 7; n += 1) {
    const amount = n % 2 === 0 ? '200.00' : '-200.00';
    await statements.checked(statementCsv([{ date: '18/11/2026', id: `6857638${n}`, amount, name: '=SUM(A1)' }]));
  }
  const out = Array.from({ length: 9 }, (_, n) => ({
    date: '18/11/2026',
    id: `7857638${n}`,
    amount: `-${n + 1}.00`,
    name: '=SUM(A1)',
  }));
  const stated = await statements.checked(statementCsv(out));
  await sql`UPDATE statement_imports SET status = 'imported', imported_at = now() WHERE id = ${stated}`.execute(it.db);
  await buildZone(it, 'WALK ZONE');
  for (let n = 0; n < 7; n += 1) {
    const refused = { 'First Name': '=SUM(A1)', 'Mobile Number': '123' };
    await deviceImportsOf(it, staff).checked(trackerCsv([n % 2 === 0 ? [nextImei()] : ['=SUM(A1)']]));
    await landImportsOf(it, staff).sent([nextPlotLine('WALK ZONE', n % 2 === 0 ? {} : { Size: '=SUM(A1)' })]);
    await balanceImportsOf(it, staff).checked(balanceCsv([[n % 2 === 0 ? '1010' : '=SUM(A1)', '5.00', '']]));
    await driverImportsOf(it, staff).checked(listCsv([nextListed(n % 2 === 0 ? {} : refused)]));
  }
  const land = await buildZone(it, '=SUM(A1) LAND');
  for (let n = 0; n < 12; n += 1) {
    const added_at = new Date(Date.UTC(2026, n % 3, 1 + (n % 2), 12));
    const names = { first_name: 'AMA', last_name: n % 2 === 0 ? '=SUM(A1)' : 'QUAYE', added_at };
    const { id: tenant_id } = await buildLandTenant(it, names);
    const { id: plot_id } = await buildPlot(it, { zone_id: land.id });
    await it.db
      .insertInto('tenant_requests')
      .values({ tenant_id, version: 1, wanted: JSON.stringify({ email: '' }), note: '=SUM(A1)', asked_at: added_at })
      .execute();
    await it.db
      .insertInto('activation_requests')
      .values({
        ...{ tenant_code: '', indenture_number: `=SUM(A1)${n}`, name: '=SUM(A1)', asked_at: added_at },
        mobile_number: `+2332477800${10 + n}`,
      })
      .execute();
    const held_from = `20${10 + (n % 3)}-0${1 + (n % 2)}-01`;
    const { id: tenancy_id } = await buildTenancy(it, {
      plot_id,
      tenant_id,
      held_from,
      term_years: 40,
      indenture_number: n % 2 === 0 ? `=SUM(A1)${n}` : `IN ${n}`,
    });
    if (n < 2) {
      payingTenant = String(tenant_id);
      const others = ['CC1000', 'CC3000', 'CC4000', 'CC5000', 'CC6000'];
      const payments = [
        { payment_type: 'CC2000', amount: '5.00', tenancy_id: String(tenancy_id) },
        ...others.map((payment_type, at) => ({ payment_type, amount: `${at + 1}.00`, plot_id: String(plot_id) })),
      ];
      const payload = { mode: 'cash', amount: '20.00', tenant_id: payingTenant, payments };
      for (let receipt = 0; receipt < 2; receipt += 1)
        await it.app.inject({
          ...{ method: 'POST', url: '/api/land_payments', payload },
          headers: { ...staff, 'idempotency-key': crypto.randomUUID() },
        });
    }
  }
  for (let n = 0; n < 12; n += 1) {
    const entered_at = new Date(Date.UTC(2026, n % 3, 1 + (n % 2), 12));
    const due_on = `2026-0${1 + (n % 3)}-20`;
    await buildApplication(it, {
      entered_at,
      due_on,
      status: n % 2 === 0 ? 'lodged' : 'draft',
      status_reason: '=SUM(A1)',
    });
  }
  const zones = [await buildZone(it, '=SUM(A1)'), await buildZone(it)];
  for (let n = 0; n < 12; n += 1) {
    const zone_id = zones[n % 2]?.id ?? null;
    const land_use = n % 3 === 0 ? ('residential' as const) : null;
    const price = { year: 2024 + Math.floor(n / 6), type_code: `CC${1 + (n % 6)}000`, zone_id, land_use };
    await it.db
      .insertInto('payment_list')
      .values({ ...price, amount: '150.00' })
      .execute();
  }
  for (let n = 0; n < 12; n += 1) {
    it.clock.now = new Date(Date.UTC(2026, n % 3, 1 + (n % 2), 12));
    const { id: plot_id } = await buildPlot(it, { zone_id: zones[n % 2]?.id ?? '', owner_name: '=SUM(A1)' });
    const tenancy = n % 3 === 0 ? await buildTenancy(it, { plot_id }) : null;
    const certificate = { kind: 'tenancy_certificate', subject_id: tenancy?.id };
    const asked = { method: 'POST', headers: staff } as const;
    if (tenancy) await it.app.inject({ ...asked, url: '/api/land_documents', payload: certificate });
    await it.app.inject({ ...asked, url: `/api/plots/${plot_id}/slips`, payload: {} });
    await it.app.inject({
      ...asked,
      url: '/api/slip_codes',
      payload: { receipt_number: await buildLandReceipt(it, staff) },
    });
    const suit = { court: n % 2 ? 'adr' : 'circuit_court', suit_number: `=SUM(A1) ${n}`, title: '=SUM(A1)' };
    const parties = [{ role: 'plaintiff', name: '=SUM(A1)' }];
    await buildSharePayout(it, { isPaid: n % 3 === 0, paid_to: '=SUM(A1)', beneficiary: n % 2 ? 'stool' : 'oasl' });
    await it.app.inject({ ...asked, url: '/api/court_cases', payload: { ...suit, plot_ids: [plot_id], parties } });
    const owing = tenancy ?? (await buildTenancy(it, { indenture_number: '=SUM(A1)' }));
    await buildRentCharge(it, owing, { year: n % 2 === 0 ? 2026 : 2024 });
    await sql`
      INSERT INTO rent_run_lines (run_id, tenancy_id, zone_id, outcome, amount)
      SELECT min(rent_runs.id), ${owing.id}, ${zones[n % 2]?.id}, ${n % 2 === 0 ? 'whole' : 'not_held'}, 400 FROM rent_runs`.execute(
      it.db,
    );
    await sql`
      INSERT INTO rent_reminder_batches (age, recipients, parts, cost, job_id, created_by, created_at)
      SELECT 'this', 1, 1, 0.04, 1, min(id), ${it.clock.now} FROM accounts`.execute(it.db);
  }
  await sql`UPDATE rent_runs SET is_dry = true WHERE id % 2 = 0`.execute(it.db);
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  tenant = await tenantWhoPaid(staff);
  for (let n = 0; n < 7; n += 1) {
    const auditor = { fullname: `=SUM(A1) ${n}`, email: 'esi@example.com', days: 60 };
    await it.app.inject({ method: 'POST', url: '/api/auditors', headers: staff, payload: auditor });
  }
  const { car_number, driver_code } = own;
  member = await signIn(it, 'member_login', { car_number, driver_code });
});
afterAll(() => it.close());

/** Every list, with a filter that some of its rows fit and some do not. */
const LISTS: readonly (readonly [string, AnyList, filter: string])[] = [
  ['users', userList, 'search=mensah%201'],
  ['auditors', auditorList, ''],
  ['audit', auditList, 'action=users.block'],
  ['approvals', approvalList, 'status=refused'],
  ['alone-decisions', aloneDecisionList, 'to=2026-11-01'],
  ['outbox', outboxList, 'channel=sms'],
  ['drivers', driverList, 'removed=true'],
  ['driver-looks', lookList, 'to=2026-02-01'],
  ['driver-changes', driverChangeList, ''],
  ['car-requests', carRequestList, 'status=refused'],
  ['incomplete-registrations', incompleteRegistrationList, 'missing=claim'],
  ['payments', paymentList, 'status=rejected'],
  ['payments by day', periodSums, 'to=2026-02-01'],
  ['payments by month', monthSums, 'kind=subscriptions'],
  ['payments by mode', modeSums, 'kind=subscriptions'],
  ['payments', feePaymentList, 'status=rejected'],
  ['arrears', arrearsList, 'age=current'],
  ['my-payments', ownPaymentList, ''],
  ['clearance', clearanceList, 'reason=no_receipt'],
  ['book-checks', bookCheckList, ''],
  ['owner-messages', ownerMessageList, ''],
  ['failed-jobs', failedJobList, ''],
  ['statements', statementImports.list, ''],
  ['statement-lines', statementImports.lines, 'outcome=no_claim'],
  ['device-imports', deviceImports.list, ''],
  ['device-import-lines', deviceImports.lines, 'outcome=refused'],
  ['land-imports', landImports.list, ''],
  ['land-import-lines', landImports.lines, 'outcome=refused'],
  ['driver-imports', driverImports.list, ''],
  ['driver-import-lines', driverImports.lines, 'outcome=refused'],
  ['receipts', receiptList, 'status=void'],
  ['land-receipts', landReceiptList, 'status=void'],
  ['land-payments', landPaymentList, 'status=submitted'],
  ['my-payments', ownLandPaymentList, ''],
  ['money-received', moneyReceivedList, 'source=statement'],
  ['cash-taken', cashByClerk, 'day=2026-11-17'],
  ['cash-movements', cashMovements, 'kind=out'],
  ['own-cash', ownCash, 'kind=cheque'],
  ['refunds', refundList, 'status=refused'],
  ['land-refunds', landRefundList, 'status=refused'],
  ['account_statement', accountStatement, 'from=2026-11-03'],
  ['journals', journalList, 'status=dropped'],
  ['repeated-journals', repeatedJournalList, 'status=stopped'],
  ['balance-imports', balanceImports.list, ''],
  ['balance-import-lines', balanceImports.lines, 'outcome=refused'],
  ['expenses', expenseList, 'status=refused'],
  ['cash-ups', cashUpList, 'status=refused'],
  ['own-cash-ups', ownCashUpList, 'status=refused'],
  ['missing-cash-ups', missingCashUpList, 'to=2026-11-17'],
  ['book-lines', bookLineList, 'state=open'],
  ['statement-lines', statedLineList, 'to=2026-11-17'],
  ['reconciliations', reconciliationList, 'account=1020'],
  ['stolen-cars', stolenList, 'status=ended'],
  ['incidents', incidentList, 'state=ended'],
  ['prompts', promptList, 'state=failed'],
  ['reminders', reminderList, ''],
  ['waivers', waiverList, 'kind=write_off'],
  ['devices', deviceList, 'state=fitted'],
  ['applications', applicationList, 'state=lodged'],
  ['tenants', tenantList, 'search=quaye'],
  ['tenancies', tenancyList, 'search=sum'],
  ['activation-requests', activationList, 'status=asked'],
  ['lease-clock', leaseClockList, 'what=ends&within=year'],
  ['tenant-requests', tenantRequestList, 'status=asked'],
  ['payments for land', landSums, 'payment_type=CC5000'],
  ['applications by month', applicationMonths, 'kind=transfer'],
  ['rent roll', rentRoll, 'ends=5'],
  ['statement of a tenant', tenantStatement, 'to=2026-01-31'],
  ['summary of a tenant', tenantSummary, 'to=2026-01-31'],
  ['summaries of tenants', tenantSumsList, 'search=quaye'],
  ['plots', plotList, 'state=held'],
  ['land papers', landDocumentList, 'kind=tenancy_certificate'],
  ['slip codes', slipCodeList, 'state=open'],
  ['court-cases', courtCaseList, 'court=adr'],
  ['rent runs', rentRunList, 'dry=looked'],
  ['lines of a rent run', rentRunLineList, 'outcome=whole'],
  ['rent arrears', rentArrearsList, 'age=this'],
  ['rent reminders', rentReminderList, ''],
  ['yearly payments', landPrices, 'land_use=residential'],
  ['payouts-of-shares', sharePayoutList, 'beneficiary=stool'],
  ['tracker-watch', watchList, 'kind=silent'],
  ['unknown-trackers', unknownTrackerList, 'search=%3DSUM(A1)1'],
  ['contact-messages', contactList, 'search=tracker'],
  ['tenant-messages', tenantMessageList, 'search=tracker'],
];

/** The filters that some lists cannot be asked for without. */
const NEEDED: Readonly<Record<string, string>> = {
  [driverChangeList.url]: 'driver_id=1',
  [rentRunLineList.url]: 'run=1',
  [accountStatement.url]: 'account=5090',
  [periodSums.url]: 'from=2026-01-01&to=2026-12-31',
  [monthSums.url]: 'year=2026',
  [landSums.url]: 'by=zone_type&from=2026-01-01&to=2026-12-31',
  [applicationMonths.url]: 'year=2026',
  [cashByClerk.url]: `day=${CASH_DAY}`,
  [cashMovements.url]: `day=${CASH_DAY}`,
  [ownCash.url]: `day=${CASH_DAY}`,
  [bookLineList.url]: 'from=2026-11-01&to=2026-11-30',
  [statedLineList.url]: 'from=2026-11-01&to=2026-11-30',
  [missingCashUpList.url]: 'from=2026-11-01&to=2026-11-30',
};
/** The lists of one tenant. */
const STATEMENTS: readonly string[] = [tenantStatement.url, tenantSummary.url];
/** The rows that a list has at least, so that its pages of four are several. */
const LEAST: Readonly<Record<string, number>> = {
  [periodSums.url]: 5,
  [modeSums.url]: 4,
  [landSums.url]: 6,
  [applicationMonths.url]: 1,
  [tenantSummary.url]: 6,
};

const headersOf = ({ access }: Pick<AnyList, 'access'>): Headers =>
  access === 'member' ? member : access === 'tenant' ? tenant : staff;

const get = (list: AnyList, path: string, query: string, headers = headersOf(list)) => {
  const asked = {
    ...(STATEMENTS.includes(list.url) && { tenant: payingTenant }),
    ...Object.fromEntries(new URLSearchParams(NEEDED[list.url])),
    ...Object.fromEntries(new URLSearchParams(query)),
  };
  return it.app.inject({ url: `/api${path}?${new URLSearchParams(asked)}`, headers });
};

const pagesOf = async (list: AnyList, query: string, size: number) => {
  const rows: { id: string }[] = [];
  for (let page = 1; ; page += 1) {
    const response = await get(list, list.url, `${query}&page=${page}&size=${size}`);
    expect(response.statusCode, response.body).toBe(200);
    const count = Number(response.headers['x-total-count']);
    const some = response.json();
    rows.push(...some);
    if (some.length < size) return { rows, count };
  }
};

const turnedOf = (sort: string): string => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`);

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

test('the lists here are all there are', () => {
  const files = ENDPOINTS.filter(({ url }) => url.endsWith('/export')).map(({ url }) => url);
  expect(files.sort()).toEqual(LISTS.map(([, { url }]) => `${url}/export`).sort());
});

describe.each(LISTS)('the list of %s', (_name, list, filter) => {
  // A caller of its own, since the clock stands and a caller may only call so often a minute.
  beforeAll(async () => {
    const caller = await buildCaller(it, 'SuperAdmin');
    staff = caller.headers;
    if (list.url === cashUpList.url || list.url === ownCashUpList.url) await handInCash(caller.id);
    if (list.url === ownCash.url) for (let n = 0; n < 7; n += 1) await takeCash(caller);
  });

  test('refuses a query key and a sort that it does not know, with a sentence', async () => {
    for (const path of [list.url, `${list.url}/export`]) {
      const strange = await get(list, path, 'colour=red');
      expect([strange.statusCode, strange.json().message]).toEqual([400, 'This does not take colour.']);
      const unsorted = await get(list, path, 'sort=colour');
      expect([unsorted.statusCode, unsorted.json().message]).toEqual([
        400,
        `The sort must be one of: ${list.sorts.join(', ')}.`,
      ]);
    }
  });

  // Each order is walked together with its reverse, which most lists have among their sorts too.
  const isReverse = (sort: string, at: number) => list.sorts.slice(0, at).some((one) => one === turnedOf(sort));

  test.each(list.sorts.filter((sort, at) => !isReverse(sort, at)))(
    'pages hold it whole and without overlap, sorted by %s',
    async (sort) => {
      const { rows, count } = await pagesOf(list, `sort=${sort}`, 4);
      expect(count).toBeGreaterThanOrEqual(LEAST[list.url] ?? 7);
      expect(idsOf(rows)).toHaveLength(count);
      expect(new Set(idsOf(rows)).size).toBe(count);
      const other = await pagesOf(list, `sort=${turnedOf(sort)}`, 5);
      expect(idsOf(other.rows)).toEqual(idsOf(rows).reverse());
    },
  );

  test('a page behind its end is empty', async () => {
    for (const sort of list.sorts) expect((await get(list, list.url, `sort=${sort}&page=999`)).json()).toEqual([]);
  });

  const shownBy = async (query: string) => {
    const { rows } = await pagesOf(list, query, 100);
    return rows.map((row) => list.columns.map(({ value }) => value(row as never) ?? ''));
  };
  const headers = [...list.columns, ...(list.fileColumns ?? [])].map(({ header }) => header);

  const queries = [...new Set(['', filter])];

  test.each(queries)('its files hold what the pages of the filter %j hold, in the same order', async (query) => {
    const inCsv = await shownBy(query);
    const [head, ...lines] = readCsv((await get(list, `${list.url}/export`, `${query}&format=csv`)).body);
    // The log notes each file, so that its next one has a line more.
    const inXlsx = list.url === auditList.url ? await shownBy(query) : inCsv;
    const file = await get(list, `${list.url}/export`, `${query}&format=xlsx`);
    const [headOfXlsx, ...rows] = readXlsx(file.rawPayload);
    expect([head, headOfXlsx]).toEqual([headers, headers]);
    expect([lines.length, rows.length]).toEqual([inCsv.length, inXlsx.length]);
    for (const [at, { kind }] of list.columns.entries()) {
      if (isTextKind(kind) || kind === 'money' || kind === 'day') {
        expect(lines.map((line) => line[at]?.replace(/^'/, ''))).toEqual(inCsv.map((row) => String(row[at])));
      }
      const asInXlsx = (value: string | number) => (kind === 'money' && value !== '' ? Number(value) : value);
      if (isTextKind(kind) || kind === 'money') {
        expect(rows.map((row) => row[at])).toEqual(inXlsx.map((row) => asInXlsx(row[at] ?? '')));
      }
    }
  });

  test('is for those alone who may read it, as a file too', async () => {
    const others = list.access === 'member' ? staff : (await buildCaller(it, 'SystemUser')).headers;
    for (const path of [list.url, `${list.url}/export`]) {
      expect((await get(list, path, '', others)).statusCode).toBe(403);
      expect((await get(list, path, '', {})).statusCode).toBe(401);
    }
  });
});
