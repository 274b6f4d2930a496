import type { CaseClaim, CaseMoney, CaseRecord, Claimant, Suggestion } from '@banbo/contract';
import { monthCode } from '@banbo/contract';
import type { DriverRelation } from '#domains/drivers';
import type { Attempt, ClaimCase } from '#domains/payments';
import type { Transfer } from '../transfers/transfers.repo.ts';
import type { MoneyRow } from './decided-money.repo.ts';

type Drivers = ReadonlyMap<string, DriverRelation>;
type Fee = { type_code: string; payment_year: number | null; payment_month: number | null };

const presentFee = ({ type_code, payment_year, payment_month }: Fee) => ({
  payment_type: type_code,
  payment_year,
  payment_month: monthCode(payment_month),
});

const nameOf = ({ first_name, last_name }: DriverRelation): string => `${first_name} ${last_name}`;

export const presentDriver = (drivers: Drivers, id: string): CaseClaim['driver'] => {
  const driver = drivers.get(id);
  if (!driver) throw new Error(`No driver ${id}`);
  const { driver_code, car_number, mobile_number, is_removed } = driver;
  return { id, driver_code, fullname: nameOf(driver), car_number, mobile_number, is_removed };
};

export const presentClaim = (claim: ClaimCase, drivers: Drivers): CaseClaim => ({
  id: claim.id,
  driver: presentDriver(drivers, claim.driver_id),
  ...presentFee(claim),
  amount: claim.amount,
  amount_due: claim.amount_due,
  claimed_amount: claim.claimed_amount,
  transaction_id: claim.transaction_id,
  claimed_at: claim.created_at.toISOString(),
  status: claim.status,
  status_reason: claim.status_reason,
  is_credit: claim.is_credit,
  has_no_id: !/\d/.test(claim.transaction_id),
  is_paid: claim.is_paid,
});

type Money = { transfer: Transfer; words: MoneyRow; left: string; captor: string | null; isOwn: boolean };

export const presentMoney = ({ transfer, words, left, captor, isOwn }: Money): CaseMoney => {
  const { key: _, captured_by: __, statement_by: ___, ...shown } = transfer;
  return {
    ...shown,
    ...words,
    left,
    captured_by: captor,
    captured_at: words.captured_at.toISOString(),
    is_own: isOwn,
  };
};

export const presentClaimant = (attempt: Attempt, drivers: Drivers): Claimant => ({
  id: attempt.id,
  driver: presentDriver(drivers, attempt.driver_id),
  ...presentFee(attempt),
  amount: attempt.amount,
  first_at: attempt.first_at.toISOString(),
  last_at: attempt.last_at.toISOString(),
  times: attempt.times,
  is_settled: attempt.is_settled,
});

export const suggestClaim = (claim: ClaimCase, drivers: Drivers): Suggestion => {
  const { fullname, car_number } = presentDriver(drivers, claim.driver_id);
  const { id, transaction_id, amount } = claim;
  return { id, name: fullname, car_number, transaction_id, amount, ...presentFee(claim) };
};

type OpenMoney = { id: string; payer_name: string; reference: string; transaction_id: string; amount: string };

export const suggestMoney = ({ id, payer_name, reference, transaction_id, amount }: OpenMoney): Suggestion => ({
  id: `T${id}`,
  name: payer_name,
  car_number: reference,
  transaction_id,
  amount,
  payment_type: null,
  payment_year: null,
  payment_month: null,
});

export const presentHistory = (
  history: readonly { at: Date; actor: string; action: string; reason: string | null }[],
): CaseRecord['history'] => history.map((event) => ({ ...event, at: event.at.toISOString() }));
