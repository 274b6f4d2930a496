import { expect } from 'vitest';
import { balanceOf } from '#domains/ledger';
import { checkBooks } from '../book-checks.ts';
import { PAYOUT, type startRefunds } from './harness.ts';

export const NEVER_CAME = { decision: 'never_came', reason: 'Not in the wallet.' };
export const WRITE_OFF = { change: 'write_off', reason: 'Cannot be found.' };

/** Refunds that were paid of money which never came, so that they are owed back. */
export const owing = (office: Awaited<ReturnType<typeof startRefunds>>) => {
  const { db } = office.it;
  let payouts = 0;
  /** Pays a refund, and notes that its money never came. */
  const owedBack = async (body: object, transfer: string): Promise<string> => {
    const refund = await office.approved(body);
    payouts += 1;
    expect((await office.change(refund, { ...PAYOUT, reference: `BACK${payouts}234567` })).status).toBe(200);
    expect((await office.decideMoney(transfer, NEVER_CAME, office.other)).status).toBe(200);
    return refund;
  };
  const idOf = async (transfer: string): Promise<string> =>
    (await db.selectFrom('transfers').select('transaction_id').where('id', '=', transfer).executeTakeFirstOrThrow())
      .transaction_id;
  return {
    owedBack,
    /** A refund that somebody who is no driver owes. */
    owedByPayer: async (amount = '100.00'): Promise<string> => {
      const transfer = await office.unclaimed();
      return owedBack({ from: 'money', transfer_id: transfer, amount }, transfer);
    },
    idOf,
    recoverWith: async (transfer: string) => ({ change: 'recover', transaction_id: await idOf(transfer) }),
    toRecover: () => balanceOf(db, '1100'),
    lost: () => balanceOf(db, '5100'),
    expectRightBooks: async () => expect((await checkBooks(office.it)).differences).toEqual([]),
  };
};
