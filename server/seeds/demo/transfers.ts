import { addDays, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { entriesOfNew, matchTransfers, recordTransfers } from '#domains/clearance';

export type Received = {
  transactionId: string;
  amount: string;
  at: Date;
  reference?: string;
  payer?: string;
  network?: string;
  /** The amount that a statement shows for it. */
  statement?: string;
};

/**
 * Records money as a clerk would, who enters at `now` what came in, and clears the claims with its
 * IDs and amounts. Gives the record numbers.
 */
export const receiveDemoMoneys = async (tx: Tx, received: readonly Received[], now: Date): Promise<string[]> => {
  const transfers = received.map(({ transactionId, amount, at, reference = '', payer = '', network }) => ({
    ...{ mode: 'momo' as const, source: 'capture' as const, payer_number: '' },
    ...{ network, transaction_id: transactionId, amount, received_on: today(at), payer_name: payer, reference },
  }));
  const recorded = await recordTransfers(tx, transfers, { by: null, now });
  const ids = recorded.map(({ id }) => id);
  const lines = received.flatMap(({ transactionId, statement, at, reference = '' }) =>
    statement === undefined
      ? []
      : [{ transaction_id: transactionId, amount: statement, received_on: today(at), reference }],
  );
  const entries = entriesOfNew(recorded, null);
  await matchTransfers(tx, ids, { now, setOffBy: 'a capture', statement: { lines, broughtBy: [] }, entries });
  return ids;
};

/** The same for one receipt of money, on the claim's day. Gives its record number. */
export const receiveDemoMoney = async (tx: Tx, received: Received): Promise<string> =>
  (await receiveDemoMoneys(tx, [received], received.at))[0] ?? '';

/** Money without a claim. The first two payers wrote a car number that nobody has registered. */
const UNCLAIMED = [
  { payer: 'EFUA SARPONG', reference: 'GN 3021-19', amount: '300.00' },
  { payer: 'NII ARMAH QUAYE', reference: 'GX 77-24', amount: '200.00' },
  { payer: 'ABENA SERWAA', reference: '', amount: '800.00' },
  { payer: 'KOJO ANSAH', reference: 'SUBSCRIPTION', amount: '300.00' },
] as const;

/** Records money of the last days that no claim is for. */
export const seedUnclaimedMoney = async (tx: Tx, now: Date): Promise<void> => {
  for (const [index, { payer, reference, amount }] of UNCLAIMED.entries()) {
    const at = new Date(`${addDays(today(now), -1 - index)}T09:00:00Z`);
    await receiveDemoMoney(tx, { transactionId: String(71_305_442_010 + index), amount, at, reference, payer });
  }
};
