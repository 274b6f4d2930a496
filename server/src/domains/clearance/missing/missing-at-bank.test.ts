import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { BALANCED, balancedCsv } from '../../../../test/builders/statements.ts';
import { nextTransactionId } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { author } from '../../../../test/clearing-office.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';
import { findMissingMoney } from './missing-money.ts';

let cases: Cases;
let importer: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  cases = await startCases();
  importer = await buildCaller(cases.it, 'SuperUser');
});
// Each test begins as if no statement covered a day yet.
beforeEach(async () => {
  await cases.it.db.updateTable('statement_imports').set({ covers_from: null, covers_to: null }).execute();
});
afterAll(() => cases.close());

type Line = { date: string; amount?: string; id?: string; reference?: string };

const importBank = async (lines: readonly Line[], { until = '2026-11-18', by = importer } = {}) => {
  const staff = statementsOf(cases.it, by.headers);
  const other = (day: string) => ({ date: `${day}/11/2026`, id: nextTransactionId(), amount: '7.00' });
  const csv = balancedCsv([
    other('11'),
    other(until.slice(-2)),
    ...lines.map(({ id = nextTransactionId(), amount = '200.00', ...line }) => ({ ...line, id, amount })),
  ]);
  const days = { ...BALANCED, mode: 'bank', covers_from: '2026-11-10', covers_to: until };
  const id = await staff.checked(csv, days);
  await staff.start(id);
  await importServer(cases.it).runDue();
  await findMissingMoney(cases.it.db, cases.it.clock.now);
  return id;
};

let number = 83_190_000;
/** A bank transfer, or a cheque that the bank paid, as the desk recorded it. */
const atBank = (given: object = {}) => {
  number += 1;
  const transfer = { mode: 'bank', source: 'desk', received_on: '2026-11-13', transaction_id: `FT${number}` } as const;
  return buildTransfer(cases.it, { ...transfer, ...given }, author(cases.clerk));
};
const isMarked = async (id: string): Promise<boolean> => {
  const row = cases.it.db.selectFrom('transfers').select('missing_in').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).missing_in !== null;
};
const idOf = async (id: string): Promise<string> => {
  const row = cases.it.db.selectFrom('transfers').select('transaction_id').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).transaction_id;
};

test('bank money that no statement shows is marked, and what one shows by its ID or its words is not', async () => {
  const invented = await atBank({ amount: '1500.00' });
  const [byId, byWords, cheque] = [
    await atBank({ amount: '201.00' }),
    await atBank({ amount: '202.00', transaction_id: 'TRF0077A' }),
    await atBank({ amount: '203.00', mode: 'cheque', transaction_id: 'CHEQUE4711B3D0A1B2C3' }),
  ];
  await importBank([
    { date: '13/11/2026', amount: '201.00', id: await idOf(byId) },
    { date: '15/11/2026', amount: '202.00', reference: 'NIP/trf-00.77 a/Ama Mensah' },
    { date: '16/11/2026', amount: '203.00', reference: 'CHQ 0004711 CLEARING' },
  ]);
  expect(await isMarked(invented)).toBe(true);
  for (const shown of [byId, byWords, cheque]) expect(await isMarked(shown)).toBe(false);
  expect((await cases.show(`T${invented}`)).money.missing_since).not.toBeNull();
});

test('a day or a short number among a line’s words names no money, and a line names one piece of it', async () => {
  const words = { transaction_id: 'TRF0088B', amount: '211.00' };
  const [byYear, byPart, named] = [
    await atBank({ amount: '210.00', transaction_id: '2026' }),
    await atBank({ amount: '210.00', transaction_id: 'MENSAH' }),
    await atBank(words),
  ];
  const [cheque, other] = [
    await atBank({ amount: '212.00', mode: 'cheque', transaction_id: 'CHEQUE1B3D0A1B2C3' }),
    await atBank({ amount: '211.00', transaction_id: 'AMAMENSAH' }),
  ];
  // Each line's own money paid something, so it shows none of its amount beside it.
  const ids = [nextTransactionId(), nextTransactionId()];
  for (const [at, amount] of ['210.00', '212.00'].entries()) {
    await buildTransfer(
      cases.it,
      { transaction_id: ids[at] as string, mode: 'bank', source: 'statement', amount, received_on: '2026-11-13' },
      author(importer),
    );
  }
  await cases.it.db.updateTable('transfers').set({ status: 'matched' }).where('transaction_id', 'in', ids).execute();
  await importBank([
    { date: '13/11/2026', amount: '210.00', id: ids[0] as string, reference: 'NIP 13/11/2026 AMENSAHA' },
    { date: '13/11/2026', amount: '211.00', reference: 'TRF0088B AMA MENSAH' },
    { date: '13/11/2026', amount: '212.00', id: ids[1] as string, reference: 'CHQ 1' },
  ]);
  expect(await Promise.all([byYear, byPart, cheque, other].map(isMarked))).toEqual([true, true, true, true]);
  expect(await isMarked(named)).toBe(false);
});

test('a line of the amount whose money paid nothing shows one receipt, and no second one', async () => {
  const [first, second] = [await atBank({ amount: '310.00' }), await atBank({ amount: '310.00' })];
  await importBank([{ date: '14/11/2026', amount: '310.00', reference: 'TRANSFER' }]);
  expect([await isMarked(first), await isMarked(second)]).toEqual([false, true]);
});

test('a day is judged once statements cover the days on which the bank may have dated it', async () => {
  const money = await atBank({ amount: '320.00', received_on: '2026-11-17' });
  await importBank([], { until: '2026-11-18' });
  expect(await isMarked(money)).toBe(false);
  await importBank([], { until: '2026-11-19' });
  expect(await isMarked(money)).toBe(false);
  const earlier = await atBank({ amount: '321.00', received_on: '2026-11-16' });
  expect(await isMarked(earlier)).toBe(true);
});

test('a later statement of another person lifts the mark, and one that the receiver brought does not', async () => {
  const money = await atBank({ amount: '330.00' });
  await importBank([]);
  const shown = { date: '15/11/2026', amount: '330.00', reference: 'CASH LODGEMENT' };
  await importBank([shown], { by: cases.clerk });
  expect(await isMarked(money)).toBe(true);
  await importBank([shown]);
  expect(await isMarked(money)).toBe(false);
});
