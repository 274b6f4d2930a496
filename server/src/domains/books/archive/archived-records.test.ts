import { defaultRights } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveOf, edited } from '../../../../test/book-archives.ts';
import {
  buildAgreedCashUp,
  buildBookkeeper,
  buildExpense,
  buildPaper,
  fillAccount,
} from '../../../../test/builders/books.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { buildWaiver } from '../../../../test/builders/waivers.ts';
import { PAYOUT, startRefunds } from '../../../../test/refunds/harness.ts';
import { type Files, summed, verify, verifyAlone } from '../../../../test/verify-books.ts';

let files: Files;
let close: () => Promise<void>;

/** A year with a record of each kind behind its entries and decisions. */
beforeAll(async () => {
  const office = await startRefunds();
  const { it } = office;
  close = office.close;
  const { db, clock } = it;
  await office.paid();
  const { driver } = await office.credited();
  const refund = await office.approved({ from: 'credit', driver_id: driver.id, amount: '60.00' });
  expect((await office.change(refund, { ...PAYOUT, reference: 'ABC12345678' })).status).toBe(200);
  const money = await office.unclaimed();
  await office.decideMoney(money, { decision: 'never_came', reason: 'Not in the wallet.' }, office.other);
  const all = defaultRights('SuperAdmin');
  const [clerk, other] = [
    { ...(await buildBookkeeper(it)), ...all },
    { ...(await buildBookkeeper(it)), ...all },
  ];
  await fillAccount(it, { id: clerk.accountId }, { hasPaper: true });
  await buildAgreedCashUp(it, clerk, other);
  const expense = await buildExpense(it, clerk);
  await db
    .transaction()
    .execute((tx) => buildPaper(tx, { kind: 'expense', id: expense.id }, { by: clerk, now: clock.now }));
  const { driver: ill } = await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(ill), 'cleared');
  const waiver = { driverId: ill.id, kind: 'waiver', count: 1, reason: 'An accident' } as const;
  await db.transaction().execute((tx) => buildWaiver(tx, { ...waiver, asker: clerk, approver: other, now: clock.now }));
  const by = clerk.accountId;
  await sql`
    WITH statement AS (
      INSERT INTO statement_imports (file_name, line_count, status, suggestion, is_remembered, mapping, uploaded_by, uploader,
        uploaded_at, imported_at)
      VALUES ('mtn.csv', 1, 'imported', '{}', false, '{}', ${by}, 'A', ${clock.now}, ${clock.now}) RETURNING id
    ), line AS (
      INSERT INTO statement_lines (import_id, line, cells, received_on, transaction_id, amount)
      SELECT id, 2, '[]', '2026-11-20', '77000000001', 200 FROM statement RETURNING import_id
    ), reconciled AS (
      INSERT INTO reconciliations (account, from_day, to_day, lines, made_by, made_at)
      VALUES ('1000', '2026-11-01', '2026-11-20', 1, ${by}, ${clock.now}) RETURNING id
    )
    INSERT INTO book_line_matches (entry, line, account, day, statement_import, statement_line, stated_day, stated_text,
      matched_at, reconciliation_id)
    SELECT posting.entry, posting.line, '1000', posting.day, import_id, 2, '2026-11-20', 'x', ${clock.now}, reconciled.id
    FROM line, reconciled, (SELECT * FROM ledger_postings WHERE account = '1000' ORDER BY entry LIMIT 1) AS posting`.execute(
    db,
  );
  await sql`
    INSERT INTO forgiven (kind, driver_id, subject, amount, asked_by, forgiven_on)
    VALUES ('plan', ${ill.id}, 'Plan', 5, ${by}, '2026-11-20')`.execute(db);
  await sql`
    INSERT INTO alone_decisions (account_id, action, subject_kind, subject_id, subject, at)
    VALUES (${by}, 'approvals.approve', 'journal', '1', 'J2026-0001', ${clock.now})`.execute(db);
  files = await archiveOf(it, 2026, office.other.headers);
});
afterAll(() => close());

test('the records of a year are those of its entries, by the script that needs no product', async () => {
  const { code, said, problems } = await verifyAlone(files);
  expect([code, problems]).toEqual([0, '']);
  for (const line of [
    'payment: 3 in the books, 700.00.',
    'refund payout: 1 in the books, 60.00.',
    'credit use: 1 in the books, 1500.00.',
  ])
    expect(said).toContain(line);
  const empty = [...files].filter(([file, bytes]) => file.endsWith('.csv') && bytes.toString().split('\n').length < 3);
  expect(empty.map(([file]) => file).sort()).toEqual(['closings.csv', 'expense_taxes.csv']);
});

/** A cell of the first line: the columns before it, and itself. */
const cellOf = (file: string, column: string): RegExp => {
  const [head = ''] = (files.get(file)?.toString() ?? '').replace('\uFEFF', '').split('\n');
  const at = head.split(',').indexOf(`"${column}"`);
  return new RegExp(`(?<=\\n(?:"(?:[^"]|"")*",){${at}}")(?:[^"]|"")*(?=")`);
};

const ALTERED: [file: string, column: string, to: string, says: RegExp | null][] = [
  ['payments.csv', 'amount', '9.00', /^payments\.csv has 9\.00 for the payment of entry \d+, which has \d+\.00\.$/m],
  ['payments.csv', 'id', '999', /^payments\.csv lacks the payment of entry \d+\.$/m],
  ['receipts.csv', 'amount', '9.00', /^Receipt 1 is of 9\.00, and its payments come to \d+\.00\.$/m],
  ['receipts.csv', 'status', 'void', /^Receipt 1 is void, and its payment stands\.$/m],
  ['money.csv', 'posted', '9.00', /^money\.csv has 9\.00 for the money of entry \d+/m],
  ['money_changes.csv', 'id', '999', /^money_changes\.csv lacks the change of entry \d+\.$/m],
  ['refunds.csv', 'amount', '9.00', /^refunds\.csv has 9\.00 for the refund of entry \d+, which has 60\.00\.$/m],
  ['refunds.csv', 'paid_to', 'Kofi', /^refunds\.csv has another paid to than entry \d+: Kofi\.$/m],
  ['waivers.csv', 'given_up', '9.00', /^waivers\.csv has 9\.00 for the credit use of entry \d+/m],
  ['waivers.csv', 'reason', 'A gift', /^waivers\.csv has another purpose than entry \d+: A gift\.$/m],
  ['forgiven.csv', 'given_up', '9.00', null],
  ['cash_ups.csv', 'difference', '9.00', /^cash_ups\.csv has 9\.00 for the cash-up of entry \d+/m],
  ['cash_up_counts.csv', 'counted', '9.00', /^Cash-up C2026-0001 is not what its last count says\.$/m],
  ['reconciliations.csv', 'lines', '2', /^Reconciliation 1 has 2 lines, and here are 1\.$/m],
  ['reconciled_lines.csv', 'account', '1010', /^Reconciliation 1 has line \d+-\d+ on another account\.$/m],
  ['statements.csv', 'amount', '9.00', /^Statement \d+ has 1 lines of 9\.00, and here are 1 of 200\.00\.$/m],
  ['statement_lines.csv', 'amount', '9.00', /^Statement \d+ has 1 lines of 200\.00, and here are 1 of 9\.00\.$/m],
  ['expenses.csv', 'payee', 'Ama', /^expenses\.csv has another payee than entry \d+: Ama\.$/m],
  ['journals.csv', 'description', 'Fuel', /^journals\.csv has another purpose than entry \d+: Fuel\.$/m],
  ['attachments.csv', 'sha256', '0'.repeat(64), /^attachments\.csv lacks a paper of entry \d+\.$/m],
  ['approvals.csv', 'decided_by', 'kofi', null],
  ['alone_decisions.csv', 'decided_by', 'kofi', null],
];

test('one altered line of each part is named, those that the books vouch for also under new checksums', () => {
  const missed = ALTERED.flatMap(([file, column, to, says]) => {
    const altered = edited(files, file, cellOf(file, column), to);
    const plain = verify(altered).problems.includes(`${file} is not what its checksum says.`);
    const { code, problems } = verify(summed(altered));
    const isFound = says === null || (code === 1 && says.test(problems));
    return plain && isFound ? [] : [`${file}, ${column}: ${problems}`];
  });
  expect(missed).toEqual([]);
});
