import { fromPesewas, type PaidFee, type ReceivedPayment, restOf } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { feeKey, judgeClaim } from '#domains/payments';
import { refusalAt } from '#lib/refusal.ts';
import { type JudgedRow, type ReceivedAtDesk, receiveMoney } from './receive-money.ts';
import type { MadeAtDesk } from './transfer-id.ts';

const isSame = (one: JudgedRow, other: JudgedRow): boolean =>
  one.driver_id === other.driver_id && feeKey(one) === feeKey(other) && one.period !== 'any';

const refuseRepeat = (judged: JudgedRow, before: readonly JudgedRow[]): void => {
  if (!before.some((row) => isSame(row, judged))) return;
  throw refusalAt('already_paid', 'payment_type', 'This fee is in the list twice.');
};

/** The last row of the driver who gets what is left as credit. */
const creditOf = (given: ReceivedPayment) => {
  const code = given.credit_to?.trim().toUpperCase();
  const isOfCode = ({ driver_code }: PaidFee): boolean => driver_code.toUpperCase() === code;
  const row = given.payments.findLastIndex(isOfCode);
  return row < 0 || code === undefined ? null : { row, amount: fromPesewas(restOf(given)), name: code };
};

/** Receives money for drivers' fees, one of which may get what is left as credit. */
export const receivePayment = (tx: Tx, given: ReceivedPayment, made: MadeAtDesk): Promise<ReceivedAtDesk> => {
  const rows = given.payments.map((fee) => ({
    amount: fee.amount,
    judge: (now: Tx, transaction_id: string, at: Date) => judgeClaim(now, { ...fee, transaction_id }, at),
  }));
  return receiveMoney(tx, given, { rows, refuseRepeat, credit: creditOf(given), isOneReceipt: false }, made);
};
