import { formatMoney, fromPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { lockDrivers } from '#domains/drivers';
import { creditOf } from '#domains/ledger';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { type CreditedPayment, paymentsThatMadeCredit } from './credit.repo.ts';
import { postSettled, settleCredit } from './settle-credit.ts';

type OfDriver = { driverId: string; pesewas: bigint };
type Made = { by: Author; now: Date };

/** Locks a driver and gives the credit that is there, in pesewas. */
export const lockCredit = async (tx: Tx, driverId: string): Promise<bigint> => {
  await lockDrivers(tx, [driverId]);
  return (await creditOf(tx, [driverId])).get(driverId) ?? 0n;
};

/** Locks a driver whose credit is refunded. Refused with 409 `conflict` for more than there is. */
export const takeCredit = async (tx: Tx, { driverId, pesewas }: OfDriver): Promise<void> => {
  const credit = await lockCredit(tx, driverId);
  if (pesewas <= credit) return;
  const [is, asked] = [credit, pesewas].map((sum) => formatMoney(fromPesewas(sum)));
  throw new Refusal('conflict', `The credit is ${is}, so ${asked} cannot be given back.`);
};

/** Puts credit back that was to be refunded: `book` posts that, and due fees are paid with it. */
export const putBackCredit = async (
  tx: Tx,
  { driverId, pesewas, book }: OfDriver & { book: () => Promise<void> },
  made: Made,
): Promise<void> => {
  const credit = await lockCredit(tx, driverId);
  const settled = await settleCredit(tx, new Map([[driverId, credit + pesewas]]), {
    ...made,
    setOffBy: () => 'a refund that was withdrawn',
  });
  await book();
  await postSettled(tx, settled, made);
};

/** The newest payments whose credit comes to what a driver has: the money behind the credit. */
export const paymentsBehindCredit = async (db: Db, driverId: string): Promise<CreditedPayment[]> => {
  let left = (await creditOf(db, [driverId])).get(driverId) ?? 0n;
  return (await paymentsThatMadeCredit(db, driverId)).filter(({ credit }) => {
    const isNeeded = left > 0n;
    left -= BigInt(credit);
    return isNeeded;
  });
};
