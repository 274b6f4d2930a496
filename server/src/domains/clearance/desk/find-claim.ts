import { formatDay, formatMoney, type Network, type WaitingClaim } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { paymentsOfTransaction } from '#domains/payments';
import { Refusal } from '#lib/refusal.ts';
import { type Transfer, transfersOfIds } from '../transfers/transfers.repo.ts';
import { momoIdIn } from './transfer-id.ts';
import { claimInWords, presentClaim } from './waiting-claim.ts';

const NO_CLAIM =
  'No claim waits for this transaction ID. Please check the ID, or fill in the rest from the message and keep the payment.';

const captured = ({ amount, received_on }: Transfer): string =>
  `This payment of ${formatMoney(amount)}, received on ${formatDay(received_on)}, was already captured`;

/**
 * The claim that waits for the money of a transaction ID, and a sentence about it. Refused with 404 `not_found` without one,
 * and with 409 `conflict` when the payment is cleared or its money was captured before.
 */
export const findClaim = async (
  db: Db,
  given: string,
  networks: readonly Network[],
): Promise<{ message: string; data: WaitingClaim }> => {
  const id = momoIdIn(given, networks);
  const [payment] = await paymentsOfTransaction(db, id);
  const [transfer] = await transfersOfIds(db, [id]);
  if (!payment) {
    if (transfer) throw new Refusal('conflict', `${captured(transfer)}. Nobody has claimed it yet.`);
    throw new Refusal('not_found', NO_CLAIM);
  }
  const data = await presentClaim(db, payment);
  const words = await claimInWords(db, data);
  if (payment.status === 'cleared') throw new Refusal('conflict', `This payment is cleared already. ${words}.`);
  if (transfer) {
    throw new Refusal(
      'conflict',
      `${captured(transfer)}. The claim differs, and waits on Payment Clearance. ${words}.`,
    );
  }
  return { message: `${words}, claimed on ${formatDay(data.transaction_date)}.`, data };
};
