import { checkLedger } from '#domains/ledger';
import type { buildCaller } from '../builders/identity.ts';
import { buildPayment } from '../builders/payments.ts';
import { submissionOf } from '../builders/submissions.ts';
import { buildTransfer } from '../builders/transfers.ts';
import { author, openOffice } from '../clearing-office.ts';
import { startApp } from '../harness.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;

/** The app, two people who decide on cases, and what that made of payments and money. */
export const startCases = async () => {
  const it = await startApp();
  const { clerk, admin, newDriver, moneyState, call: send } = await openOffice(it);
  return {
    it,
    clerk,
    admin,
    newDriver,
    send,
    decide: (id: string, body: object, by = clerk) => send('PATCH', `/clearance/${id}`, body, by),
    decideMoney: (id: string, body: object, by = clerk) => send('PATCH', `/transfers/${id}`, body, by),
    show: async (id: string, by = clerk) => (await send('GET', `/clearance/${id}`, undefined, by)).body,
    paymentOf: (id: string) =>
      it.db
        .selectFrom('payments')
        .select(['status', 'amount', 'claimed_amount', 'is_credit', 'transfer_id', 'status_reason'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    postings: (id: string) =>
      it.db
        .selectFrom('ledger_postings')
        .innerJoin('ledger_entries', 'ledger_entries.number', 'ledger_postings.entry')
        .select(['account', 'amount'])
        .where('kind', '=', 'payment')
        .where('subject_id', '=', id)
        .orderBy('entry')
        .orderBy('line')
        .execute(),
    moneyState,
    /** A claim of 200.00 whose money of another amount was received. */
    differing: async (amount: string, by: Person | null = null) => {
      const driver = await newDriver();
      const claim = submissionOf(driver);
      const id = await buildPayment(it, claim);
      const given = { transaction_id: claim.transaction_id, amount };
      return { driver, claim, id, transfer: await buildTransfer(it, given, by && author(by)) };
    },
    /** Ends the app; fails when the books do not fit together. */
    close: async () => {
      const faults = await checkLedger(it.db);
      await it.close();
      if (faults.length > 0) throw new Error(`The books: ${JSON.stringify(faults)}`);
    },
  };
};

export type Cases = Awaited<ReturnType<typeof startCases>>;
