import { buildCaller } from '../builders/identity.ts';
import { nextTransactionId } from '../builders/submissions.ts';
import { startApp } from '../harness.ts';
import { statementsOf } from '../statement-imports.ts';

/** A line of a statement of 200.00 that was received two days ago. */
export const line = (given: Partial<{ date: string; id: string; amount: string }> = {}) => ({
  date: '18/11/2026',
  id: nextTransactionId(),
  amount: '200.00',
  ...given,
});

/** The app with staff who send statements. */
export const startStatements = async () => {
  const it = await startApp();
  return {
    it,
    staff: statementsOf(it, (await buildCaller(it, 'SuperUser')).headers),
    /** All money that was recorded, in its order. */
    transfers: () =>
      it.db.selectFrom('transfers').select(['transaction_id', 'amount', 'status', 'source']).orderBy('id').execute(),
  };
};

export type Statements = Awaited<ReturnType<typeof startStatements>>;
