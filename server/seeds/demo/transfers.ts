import { addDays, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { entriesOfNew, matchTransfers, recordTransfers } from '#domains/clearance';

type Received = {
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
 * Records money as a clerk would on the claim's day, and clears the claim with its ID and amount.
 * Gives its record number.
 */
export const receiveDemoMoney = async (
  tx: Tx,
  { transactionId, amount, at, reference = '', payer = '', network, statement }: Received,
): Promise<string> => {
  const transfer = {
    mode: 'momo' as const,
    network,
    transaction_id: transactionId,
    amount,
    received_on: today(at),
    payer_name: payer,
    payer_number: '',
    reference,
    source: 'capture' as const,
  };
  const recorded = await recordTransfers(tx, [transfer], { by: null, now: at });
  const ids = recorded.map(({ id }) => id);
  const lines =
    statement === undefined
      ? []
      : [{ transaction_id: transactionId, amount: statement, received_on: today(at), reference }];
  const entries = entriesOfNew(recorded, null);
  await matchTransfers(tx, ids, { now: at, setOffBy: 'a capture', statement: { lines, broughtBy: [] }, entries });
  return ids[0] ?? '';
};

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
