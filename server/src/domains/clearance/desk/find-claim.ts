import {
  type ClaimLookup,
  feeMoneyText,
  feeName,
  formatDay,
  formatMoney,
  monthCode,
  type Network,
  type WaitingClaim,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { ownersById } from '#domains/drivers';
import { driversIn, type HoldingPayment, moneyOfClaims, paymentsOfTransaction } from '#domains/payments';
import { readPaymentTypes } from '#domains/prices';
import { Refusal } from '#lib/refusal.ts';
import { presentPayer } from '../decisions/suggest-drivers.ts';
import { type Transfer, transfersOfIds } from '../transfers/transfers.repo.ts';
import { momoIdOf } from './transfer-id.ts';

/** A payment with its driver, for the person who receives its money. */
export const presentClaim = async (db: Db, payment: HoldingPayment, now: Date): Promise<WaitingClaim> => {
  const payer = presentPayer(await ownersById(db, driversIn([payment])), payment);
  const money = (await moneyOfClaims(db, [payment], now)).get(payment.id);
  if (!money) throw new Error(`Payment ${payment.id} has no payer`);
  return {
    payment_id: payment.id,
    side: payer.side,
    mobile_number: payer.mobile_number,
    amount: payment.amount,
    car_number: payer.details,
    driver_code: payer.driver?.driver_code ?? '',
    fullname: payer.fullname,
    payment_type: payment.type_code,
    payment_year: payment.payment_year,
    payment_month: monthCode(payment.payment_month),
    transaction_date: payment.transaction_date,
    ...money,
  };
};

/** A claim in a sentence: `AMA MENSAH (GR 1234-20): REGISTRATION FEE, GHS 200.00`. */
export const claimInWords = async (db: Db, claim: WaitingClaim): Promise<string> => {
  const type = (await readPaymentTypes(db)).find(({ type_code }) => type_code === claim.payment_type);
  const fee = feeName({ ...claim, description: type?.description ?? claim.payment_type });
  return `${claim.fullname} (${claim.car_number}): ${fee}, ${formatMoney(claim.amount)}`;
};

const NO_CLAIM =
  'No claim waits for this transaction ID. Please check the ID, or fill in the rest from the message and keep the payment: ' +
  'where the payer’s network gave another ID, Payment Clearance offers the claim.';

const captured = ({ amount, received_on }: Transfer): string =>
  `This payment of ${formatMoney(amount)}, received on ${formatDay(received_on)}, was already captured`;

/**
 * The waiting claim of a transaction ID, and a sentence about it. Refused with 404 `not_found`, and
 * with 409 `conflict` when the payment is cleared or its money was captured before.
 */
export const findClaim = async (
  db: Db,
  given: ClaimLookup,
  { networks, now }: { networks: readonly Network[]; now: Date },
): Promise<{ message: string; data: WaitingClaim }> => {
  const id = await momoIdOf(db, given, networks);
  const [payment] = await paymentsOfTransaction(db, id);
  const [transfer] = await transfersOfIds(db, [id]);
  if (!payment) {
    if (transfer) throw new Refusal('conflict', `${captured(transfer)}. Nobody has claimed it yet.`);
    throw new Refusal('not_found', NO_CLAIM);
  }
  const data = await presentClaim(db, payment, now);
  const words = await claimInWords(db, data);
  if (payment.status === 'cleared') throw new Refusal('conflict', `This payment is cleared already. ${words}.`);
  if (transfer) {
    throw new Refusal(
      'conflict',
      `${captured(transfer)}. The claim differs, and waits on Payment Clearance. ${words}.`,
    );
  }
  const beside = data.side === 'land' || data.amount === data.price ? '' : ` ${feeMoneyText(data)}`;
  return { message: `${words}, claimed on ${formatDay(data.transaction_date)}.${beside}`, data };
};
