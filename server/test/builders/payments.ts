import type { PaymentStatus, PaymentSubmission } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { judgeClaim, type PaymentChange, storeClaim, transitionPayments } from '#domains/payments';

/** The changes by which a payment comes to each state. */
const WAY: Record<PaymentStatus, readonly PaymentChange[]> = {
  submitted: [],
  cleared: ['clear'],
  rejected: ['reject'],
  reversed: ['clear', 'reverse'],
};

type On = { db: Db; clock: { now: Date } };

/** Runs the work in a transaction of its own, unless `db` is one. */
const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Tx) : db.transaction().execute(work);

/** Clears, rejects or reverses a payment as the server would; rejects with the refusal. */
export const changePayment = (
  { db, clock }: On,
  id: string,
  change: PaymentChange,
  reason?: string,
): Promise<unknown> =>
  inTransaction(db, (tx) =>
    transitionPayments(tx, { ids: [id], change, by: null, now: clock.now, ...(reason && { reason }) }),
  );

/** Submits a payment on the clock's day and brings it to a state, for `reason`. Gives its id. */
export const buildPayment = async (
  { db, clock }: On,
  submission: PaymentSubmission,
  status: PaymentStatus = 'submitted',
  reason?: string,
): Promise<string> => {
  const { id } = await storeClaim(db, await judgeClaim(db, submission, clock.now));
  for (const change of WAY[status]) {
    await changePayment({ db, clock }, id, change, change === 'clear' ? undefined : reason);
  }
  return id;
};
