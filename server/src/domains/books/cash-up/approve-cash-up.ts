import { type AskedChange, formatDay, formatMoney, formatNet, fromPesewas, toPesewas } from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { askApproval, defineApproval, type StaffHolders } from '#domains/approvals';
import { CASH_OVER_AND_SHORT, moneyAccount, type NewEntry, post } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { existing } from '#lib/refusal.ts';
import { unapprovedReason } from '../approvals-of-books.ts';
import { CASH_UP_NOUN, stepCashUp } from './cash-up-changes.ts';
import { type CashUp, cashUpById, countsOf, lockCashUp } from './cash-ups.repo.ts';

type Sums = Pick<CashUp, 'expected' | 'counted'>;

/** The pesewas that were counted above what was expected; below zero where cash is missing. */
export const cashDifference = ({ expected, counted }: Sums): bigint => toPesewas(counted) - toPesewas(expected);

/** The entry that takes a difference out of the cash, or into it. */
export const entryOfCashUp = (cashUp: CashUp): NewEntry => {
  const { id, day, number, attempt, expected, counted, clerk_id, agreed_by, is_alone } = cashUp;
  const difference = cashDifference(cashUp);
  const postings = [
    { account: moneyAccount('cash'), pesewas: difference },
    { account: CASH_OVER_AND_SHORT, pesewas: -difference },
  ];
  const description = `${number}: cash ${difference > 0n ? 'over' : 'short'}`;
  const document = {
    ...{
      number,
      attempt: String(attempt),
      'sum expected': expected,
      'sum counted': counted,
      writer: clerk_id,
      approver: agreed_by,
    },
    'decided alone': is_alone ? 'yes' : 'no',
  };
  return { day, kind: 'cash-up', subjectId: id, description, postings, document };
};

const inWords = (sums: Sums): string => `GHS ${formatNet(fromPesewas(cashDifference(sums)))}`;

/** The difference of a cash-up, which another person than the clerk approves. */
export const cashUpApproval = defineApproval({
  kind: 'books.cash_up',
  input: z.strictObject({}),
  apply: async (tx, { subjectId: id, by, isAlone, now }) => {
    await lockCashUp(tx, id);
    await stepCashUp(tx, 'approve', { id, by, with: { isAlone }, now });
    const cashUp = existing(await cashUpById(tx, id), CASH_UP_NOUN);
    // A second count may come to what was expected: then there is nothing to post.
    if (cashDifference(cashUp) !== 0n) await post(tx, [entryOfCashUp(cashUp)], { by, now });
    return { message: `${cashUp.number} is closed.` };
  },
  facts: async (db, id) => {
    const [, ...former] = await countsOf(db, id);
    return former.map(
      (count): AskedChange => ({
        field: `Count ${count.attempt}`,
        before: '',
        after: `${formatMoney(count.counted)}, difference ${inWords(count)}`,
        to: `/cash_ups/${id}`,
      }),
    );
  },
  ended: async (tx, { subjectId: id, how, reason, by, now }) => {
    const cashUp = await cashUpById(tx, id);
    if (cashUp?.status !== 'asked') return;
    await stepCashUp(tx, 'refuse', { id, by, reason: unapprovedReason({ how, reason }), now });
  },
});

type Asked = Sums & { id: string; number: string; day: string };

/** Asks another person to agree to the difference, and says so in a sentence. */
export const askAgreement = async (
  tx: Tx,
  { id, number, day, ...sums }: Asked,
  { by, now }: { by: Caller; now: Date },
  staff: StaffHolders,
): Promise<string> => {
  const changes = [
    { field: 'Day', before: '', after: formatDay(day) },
    { field: 'Counted', before: '', after: formatMoney(sums.counted) },
    { field: 'Expected', before: '', after: `GHS ${formatNet(sums.expected)}` },
    { field: 'Difference', before: '', after: inWords(sums) },
  ];
  const subject = { id, name: `the cash-up ${number}` };
  return (await askApproval(tx, cashUpApproval, { subject, input: {}, changes, by, now }, staff)).message;
};
