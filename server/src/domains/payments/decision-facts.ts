import { fromPesewas } from '@banbo/contract';
import { nameOfFee } from './credit/credit-uses.ts';
import { isBelowPrice, moneyOfFee } from './credit/due-by-credit.ts';
import type { Settled } from './credit/settle-credit.ts';
import { creditIn } from './posted.ts';
import type { ChangedPayment } from './refused-changes.ts';

type Facts = Record<string, unknown>;

/** The price of a driver's fee, null where none was set; a payment for land has no price. */
const priceOf = ({ driver_id, amount_due }: ChangedPayment): Facts => (driver_id === null ? {} : { price: amount_due });

/** A claim as it is decided on, for the history of the decision. */
export const factsOfClaim = (payment: ChangedPayment): Facts => ({
  ...(payment.payer_name !== null && { payer: payment.payer_name }),
  fee: nameOfFee(payment),
  ...priceOf(payment),
  amount_claimed: payment.amount,
});

/** A cleared payment that is reversed, with the credit that it had made. */
export const factsOfReversal = (payment: ChangedPayment): Facts => {
  const credit = creditIn(payment);
  return {
    fee: nameOfFee(payment),
    ...priceOf(payment),
    amount: payment.amount,
    ...(credit > 0n && { credit_lost: fromPesewas(credit) }),
    ...(payment.transfer_id && { transfer_id: payment.transfer_id }),
  };
};

/** The fees that credit has paid by itself with a payment: `SS October 2026: 817.33`. */
const paidWith = ({ driver_id }: ChangedPayment, { made }: Settled): string =>
  made
    .filter((use) => use.driver_id === driver_id)
    .map((use) => `${nameOfFee(use)}: ${use.amount}`)
    .join('; ');

/** The part of the price that is still missing once the driver's credit has paid. */
const missingOf = (payment: ChangedPayment, { facts }: Settled): string | null => {
  const standing = facts.get(payment.driver_id ?? '');
  if (!standing || !isBelowPrice(payment)) return null;
  return moneyOfFee(standing, payment, payment.amount_due).missing;
};

/** A payment as it is cleared, with the claim before, its money, and what its credit has done. */
export const factsOfClearing = (
  claim: ChangedPayment,
  cleared: ChangedPayment,
  { settled, money, driverCode }: { settled: Settled; money: Facts | undefined; driverCode: string | undefined },
): Facts => {
  const credit = creditIn(cleared);
  const missing = missingOf(cleared, settled);
  return {
    driver_code: driverCode,
    ...factsOfClaim(claim),
    amount: cleared.amount,
    ...(money ?? { source: 'none' }),
    ...(credit > 0n && { credit_made: fromPesewas(credit), credit_paid: paidWith(cleared, settled) || undefined }),
    ...(missing !== null && { missing }),
  };
};
