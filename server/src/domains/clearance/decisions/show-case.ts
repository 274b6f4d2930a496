import {
  type CaseClaim,
  type CaseMoney,
  type CaseRecord,
  type Claimant,
  type FeeMoney,
  fromPesewas,
  holds,
  monthCode,
  networksOwnKey,
  type Suggestion,
  today,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { decisionsOn } from '#domains/audit';
import { driverOfReference, namingOtherCars, ownersById } from '#domains/drivers';
import { loginsOf } from '#domains/identity';
import {
  type Attempt,
  attemptsBeside,
  type ClaimCase,
  caseOfClaim,
  claimsWaitingUnder,
  driversIn,
  moneyOfClaims,
  paymentsClearedWith,
  readClaimCase,
} from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { existing, noSuch, notPermitted, type Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { isTakenBack, moneyLeft } from '../transfers/clear-with.ts';
import { hindranceToDecide, hindranceToReopen, hindranceToReverse, isPlain } from '../transfers/hands-in-money.ts';
import { namedMoney } from '../transfers/money-subjects.ts';
import { takenBackFrom } from '../transfers/take-fee-back.ts';
import { moneyOfNetworks, type Transfer, transfersById } from '../transfers/transfers.repo.ts';
import { findCase, type MoneyRow, moneyDetails, type OpenMoney, openMoneyLike, openTwins } from './cases.repo.ts';
import { moneyOfClaim } from './decide-case.ts';
import { likeClaims } from './like-claims.ts';
import { RELATIONS } from './list-cases.ts';
import { presentDriver, presentPayer, suggestDrivers } from './suggest-drivers.ts';

type Looking = { caller: Caller; now: Date };
type Drivers = Parameters<typeof presentDriver>[0];
type Fee = { type_code: string; payment_year: number | null; payment_month: number | null };

export const feeOfCase = ({ type_code, payment_year, payment_month }: Fee) => ({
  payment_type: type_code,
  payment_year,
  payment_month: monthCode(payment_month),
});

const presentClaim = (claim: ClaimCase, money: FeeMoney, drivers: Drivers): CaseClaim => ({
  id: claim.id,
  payer: presentPayer(drivers, claim),
  ...feeOfCase(claim),
  amount: claim.amount,
  amount_due: claim.amount_due,
  claimed_amount: claim.claimed_amount,
  transaction_id: claim.transaction_id,
  claimed_network: claim.claimed_network,
  claimed_at: claim.created_at.toISOString(),
  status: claim.status,
  status_reason: claim.status_reason,
  is_credit: claim.is_credit,
  has_no_id: !/\d/.test(claim.transaction_id),
  is_paid: claim.is_paid,
  ...money,
});

type Money = { transfer: Transfer; words: MoneyRow; left: string; captor: string | null } & Pick<
  CaseMoney,
  'reversal_hindrance' | 'taken_back_from'
>;

const presentMoney = ({ transfer, words: { ended_by: _, ...words }, left, captor, ...own }: Money): CaseMoney => {
  const { id, mode, transaction_id, network, amount, received_on, reference, source, status } = transfer;
  const { statement_amount, statement_day, difference_accepted } = transfer;
  return {
    ...{ id, mode, transaction_id, network, amount, received_on, reference, source, status },
    ...{ statement_amount, statement_day, difference_accepted },
    ...words,
    left,
    captured_by: captor,
    captured_at: words.captured_at.toISOString(),
    missing_since: transfer.missing_since?.toISOString() ?? null,
    taken_back_on: isTakenBack(transfer) ? transfer.taken_back_on : null,
    ...own,
  };
};

const presentClaimant = (attempt: Attempt, drivers: Drivers): Claimant => ({
  id: attempt.id,
  payer: presentPayer(drivers, attempt),
  ...feeOfCase(attempt),
  amount: attempt.amount,
  claimed_network: attempt.claimed_network,
  first_at: attempt.first_at.toISOString(),
  last_at: attempt.last_at.toISOString(),
  times: attempt.times,
  is_settled: attempt.is_settled,
});

const suggestClaim = (claim: ClaimCase, drivers: Drivers): Suggestion => {
  const { fullname, details: car_number } = presentPayer(drivers, claim);
  const { id, transaction_id, amount } = claim;
  return { id, name: fullname, car_number, transaction_id, amount, ...feeOfCase(claim) };
};

const suggestMoney = ({ id, payer_name, reference, transaction_id, amount }: OpenMoney): Suggestion => ({
  id: `T${id}`,
  name: payer_name,
  car_number: reference,
  transaction_id,
  amount,
  payment_type: null,
  payment_year: null,
  payment_month: null,
});

const asNamed = <Row>(row: Row) => ({ ...row, is_named: true });

const noCase = (): Refusal => noSuch('case');

/** Money of a case; `paymentIds` are those that a reversal would be of. */
export const showMoney = async (
  db: Db,
  { transfer, paymentIds }: { transfer: Transfer; paymentIds: readonly string[] },
  { caller, now }: Looking,
): Promise<CaseMoney> => {
  const words = await moneyDetails(db, transfer.id);
  const left = fromPesewas((await moneyLeft(db, [transfer])).get(transfer.id) ?? 0n);
  const by = transfer.captured_by;
  const captor = by === null ? null : ((await loginsOf(db, [by])).get(by) ?? null);
  const person = { by: caller, now };
  const hindrance = () =>
    words.is_shown_ended
      ? hindranceToReopen(db, { transfer, endedBy: words.ended_by }, person)
      : hindranceToReverse(db, { money: [transfer], paymentIds }, person);
  const reversal_hindrance = holds(caller, 'payments.reverse') ? await hindrance() : null;
  const own = { reversal_hindrance, taken_back_from: await takenBackFrom(db, transfer) };
  return presentMoney({ transfer, words, left, captor, ...own });
};

/** The sentences that keep the caller from deciding, and from clearing the claim with its money. */
export const hindrancesOf = async (
  db: Db,
  { claim, transfer }: { claim?: ClaimCase; transfer: Transfer | undefined },
  { caller, now }: Looking,
): Promise<Pick<CaseRecord, 'hindrance' | 'clearing_hindrance'>> => {
  if (!holds(caller, 'payments.clear')) return { hindrance: null, clearing_hindrance: null };
  const person = { by: caller, now };
  const decided = { claim, money: transfer ? [transfer] : [] };
  const hindrance = await hindranceToDecide(db, decided, person);
  const isFree = hindrance !== null && claim && transfer && (await isPlain(db, { claim, transfer }, claim.amount, now));
  const clearing = isFree ? await hindranceToDecide(db, { ...decided, isPlain: true }, person) : hindrance;
  return { hindrance, clearing_hindrance: clearing };
};

/** The driver whose car the money names, if it is not the claim's driver. */
const otherNamed = async (
  db: Db,
  { id, driver_id: driverId }: ClaimCase,
  reference: string,
): Promise<CaseRecord['named_driver']> => {
  if (!(await namingOtherCars(db, [{ id, reference, driverId }])).has(id)) return null;
  const named = await driverOfReference(db, reference);
  return named === null ? null : presentDriver(await ownersById(db, [named]), named);
};

const showClaim = async (db: Db, id: string, { caller, now }: Looking): Promise<CaseRecord> => {
  const [found, claim] = [
    await findCase(db, RELATIONS, { kind: 'claim', id }, caseOfClaim(id)),
    await readClaimCase(db, id),
  ];
  if (!found || !claim) throw noCase();
  const { transaction_id: transactionId } = claim;
  const transfer = await moneyOfClaim(db, claim);
  const attempts = await attemptsBeside(db, { transactionId, payer: claim });
  const drivers = await ownersById(db, driversIn([claim, ...attempts]));
  const feeMoney = (await moneyOfClaims(db, [claim], now)).get(id);
  if (!feeMoney) throw new Error(`No standing of the driver of payment ${id}`);
  const shown = presentClaim(claim, feeMoney, drivers);
  const { mobile_number: mobileNumber, driver } = shown.payer;
  const isOpen = claim.status === 'submitted' && transfer?.status !== 'open';
  const sought = {
    carNumber: driver?.car_number ?? '',
    mobileNumber,
    amount: claim.amount,
    day: today(claim.created_at),
  };
  const like = isOpen ? await openMoneyLike(db, RELATIONS, sought) : [];
  const twins = claim.status === 'submitted' && transfer?.is_twinned ? await openTwins(db, transfer) : [];
  const money = [...twins.map(asNamed), ...like.filter(({ id: one }) => !twins.some((twin) => twin.id === one))];
  return {
    id,
    reason: found.reason,
    claim: shown,
    ...(await hindrancesOf(db, { claim, transfer }, { caller, now })),
    money: transfer ? await showMoney(db, { transfer, paymentIds: [id] }, { caller, now }) : null,
    named_driver: transfer ? await otherNamed(db, claim, transfer.reference) : null,
    claimants: attempts.map((attempt) => presentClaimant(attempt, drivers)),
    payments: [],
    suggestions: money.map((one) => ({ ...suggestMoney(one), is_named: one.is_named })),
    drivers: [],
    history: await decisionsOn(db, { payments: [id], transfers: transfer ? [transfer.id] : [] }),
  };
};

const NOBODY = { driver_id: '0', tenant_id: null };

/** Claims of a transaction ID that wait for any network’s money, and those that were refused. */
const claimedUnder = async (db: Db, { key }: Transfer): Promise<{ claims: ClaimCase[]; attempts: Attempt[] }> => {
  const id = networksOwnKey(key);
  const money = await moneyOfNetworks(db, [id]);
  const { rows: claims } = await claimsWaitingUnder(pluck(money, 'transaction_id')).execute(db);
  return { claims, attempts: await attemptsBeside(db, { transactionId: id, payer: NOBODY }) };
};

const NOT_CLAIMED = { claims: [], attempts: [] };

const showTransfer = async (db: Db, id: string, looking: Looking): Promise<CaseRecord> => {
  const found = await findCase(db, RELATIONS, { kind: 'transfer', id }, caseOfClaim('0'));
  const [transfer] = await transfersById(db, [id]);
  if (!found || !transfer) throw noCase();
  const words = await moneyDetails(db, id);
  const isOpen = transfer.status === 'open';
  const payer = { id, reference: words.reference, number: words.payer_number, name: words.payer_name };
  const suggested = (await suggestDrivers(db, isOpen ? [payer] : [], looking.now)).get(id) ?? [];
  const like = isOpen ? await likeClaims(db, { ...transfer, ...words }, suggested) : [];
  const { claims, attempts } = isOpen && transfer.is_twinned ? await claimedUnder(db, transfer) : NOT_CLAIMED;
  const waiting = [...claims.map(asNamed), ...like.filter(({ id: one }) => !claims.some((claim) => claim.id === one))];
  const { rows: cleared } = await paymentsClearedWith(id).execute(db);
  const drivers = await ownersById(db, driversIn([...waiting, ...cleared, ...attempts]));
  return {
    id: `T${id}`,
    reason: found.reason,
    claim: null,
    ...(await hindrancesOf(db, { transfer }, looking)),
    money: await showMoney(db, { transfer, paymentIds: pluck(cleared, 'id') }, looking),
    named_driver: null,
    claimants: attempts.map((attempt) => presentClaimant(attempt, drivers)),
    payments: cleared.map((claim) => suggestClaim(claim, drivers)),
    suggestions: waiting.map((claim) => ({ ...suggestClaim(claim, drivers), is_named: claim.is_named })),
    drivers: suggested,
    history: await decisionsOn(db, { payments: pluck(cleared, 'id'), transfers: [id] }),
  };
};

/** A case in any state, with everything needed to decide it. Refused with 404 `not_found`. */
export const showCase = (db: Db, id: string, looking: Looking): Promise<CaseRecord> =>
  id.startsWith('T') ? showTransfer(db, id.slice(1), looking) : showClaim(db, id, looking);

/**
 * The payment or money of a case, in whose history a text is noted, for whoever may write a note
 * there. Refused with 403 `not_permitted` and 404 `not_found`.
 */
export const caseOfText = async (tx: Tx, caseId: string, by: Caller) => {
  if (!holds(by, 'payments.clear')) throw notPermitted();
  if (caseId.startsWith('T')) {
    const money = existing((await transfersById(tx, [caseId.slice(1)]))[0], 'receipt of money');
    return { kind: 'transfer', id: money.id, name: namedMoney(money).name } as const;
  }
  const { id, transaction_id: name } = existing(await readClaimCase(tx, caseId), 'payment');
  return { kind: 'payment', id, name } as const;
};
