import { formatReceiptNumber, holds, type ReceiptVoided, VOID_CAUSE_LABELS } from '@banbo/contract';
import type { z } from 'zod';
import type { Tx } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import { notPermitted, Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { owedInWords, type RefundsOfMoney, reverseNeverCame } from '../transfers/never-came.ts';
import { reversePayments } from '../transfers/reverse-payments.ts';
import { readLandReceipt } from './show-land-receipt.ts';

type Voiding = { id: string; body: z.infer<typeof ReceiptVoided>; by: Caller; now: Date };

/** The end of the money of a void receipt, by the cause of its reversal. */
const BECAME = {
  wrong_car: 'Its money became unallocated and was left for another person to place.',
  given_back: 'Its money goes back by a refund.',
  never_came: 'Its money never came, and is out of the books.',
} as const;

/**
 * Makes a receipt of the land side void with all payments that it is for, and says what becomes of
 * the money. Refused with 404 `not_found`; with 403 `not_permitted`, also to whoever had a hand in
 * the money; and with 409 `conflict` for a receipt that is void already.
 */
export const voidLandReceipt = async (
  tx: Tx,
  { id, body: { cause, reason }, by, now }: Voiding,
  refunds: RefundsOfMoney,
): Promise<string> => {
  // The endpoint asks for the other permission that it takes.
  if (!holds(by, 'land.money')) throw notPermitted();
  const { receipt, payments, first, transferId } = await readLandReceipt(tx, id);
  const name = `Receipt ${formatReceiptNumber(receipt.number)}`;
  if (receipt.status === 'void') {
    const became = first.reversal_cause === null ? '' : ` ${BECAME[first.reversal_cause]}`;
    throw new Refusal('conflict', `${name} is void already (${receipt.void_reason}).${became}`);
  }
  const ids = pluck(payments, 'id');
  if (cause === 'never_came' && transferId !== null) {
    const { reversed, ...gone } = await reverseNeverCame(tx, { ids, transferId }, { reason, by, now, refunds });
    const others = reversed > ids.length ? ` ${reversed - ids.length} other payments of it are reversed, too.` : '';
    return `${name} is void. ${BECAME.never_came}${others}${owedInWords(gone)}`;
  }
  const ended = cause === 'never_came' ? ('never_came' as const) : ('wrong_car' as const);
  const inWords = `${VOID_CAUSE_LABELS[cause]}: ${reason}`;
  await reversePayments(tx, { ids, transferId }, { cause: ended, reason, inWords, by, now });
  if (transferId === null) return `${name} is void. No recorded money was behind it.`;
  return `${name} is void. Its money is unallocated again, and somebody else places it on Payment Clearance.`;
};
