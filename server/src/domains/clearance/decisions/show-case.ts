import { type CaseRecord, fromPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { historyOf } from '#domains/audit';
import { driverOfReference, driversBehind, namingOtherCars, ownersById } from '#domains/drivers';
import { loginsOf } from '#domains/identity';
import {
  attemptsBeside,
  type ClaimCase,
  caseOfClaim,
  claimsWaitingOf,
  paymentsClearedWith,
  readClaimCase,
} from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { leftOf } from '../transfers/money-left.ts';
import { isOwnCapture } from '../transfers/own-capture.ts';
import { type Transfer, transfersById } from '../transfers/transfers.repo.ts';
import { RELATIONS } from './case-relations.ts';
import { findCase } from './cases.repo.ts';
import { moneyOfClaim } from './decide-case.ts';
import { openMoneyBehind, wordsOf } from './decided-money.repo.ts';
import {
  presentClaim,
  presentClaimant,
  presentDriver,
  presentHistory,
  presentMoney,
  suggestClaim,
  suggestMoney,
} from './present-record.ts';

const noCase = (): Refusal => new Refusal('not_found', 'There is no such case.');

const showMoney = async (db: Db, transfer: Transfer, caller: Caller): Promise<CaseRecord['money']> => {
  const words = await wordsOf(db, transfer.id);
  const left = fromPesewas((await leftOf(db, [transfer])).get(transfer.id) ?? 0n);
  const by = transfer.captured_by;
  const captor = by === null ? null : ((await loginsOf(db, [by])).get(by) ?? null);
  return presentMoney({ transfer, words, left, captor, isOwn: isOwnCapture(transfer, caller) });
};

/** The driver whose car the money of a claim names, where that is another one's; null where none is named. */
const otherNamed = async (
  db: Db,
  { id, driver_id: driverId }: ClaimCase,
  reference: string,
): Promise<CaseRecord['named_driver']> => {
  if (!(await namingOtherCars(db, [{ id, reference, driverId }])).has(id)) return null;
  const named = await driverOfReference(db, reference);
  return named === null ? null : presentDriver(await ownersById(db, [named]), named);
};

const showClaim = async (db: Db, id: string, caller: Caller): Promise<CaseRecord> => {
  const [found, claim] = [
    await findCase(db, RELATIONS, { kind: 'claim', id }, caseOfClaim(id)),
    await readClaimCase(db, id),
  ];
  if (!found || !claim) throw noCase();
  const { transaction_id: transactionId, driver_id: driverId } = claim;
  const transfer = await moneyOfClaim(db, claim);
  const attempts = await attemptsBeside(db, { transactionId, driverId });
  const drivers = await ownersById(db, [driverId, ...attempts.map(({ driver_id }) => driver_id)]);
  const shown = presentClaim(claim, drivers);
  const { car_number: carNumber, mobile_number: mobileNumber } = shown.driver;
  const isOpen = claim.status === 'submitted' && transfer?.status !== 'open';
  const money = isOpen ? await openMoneyBehind(db, { carNumber, mobileNumber }) : [];
  return {
    id,
    reason: found.reason,
    claim: shown,
    money: transfer ? await showMoney(db, transfer, caller) : null,
    named_driver: transfer ? await otherNamed(db, claim, transfer.reference) : null,
    claimants: attempts.map((attempt) => presentClaimant(attempt, drivers)),
    payments: [],
    suggestions: money.map(suggestMoney),
    history: presentHistory(await historyOf(db, { kind: 'payment', id })),
  };
};

const showTransfer = async (db: Db, id: string, caller: Caller): Promise<CaseRecord> => {
  const found = await findCase(db, RELATIONS, { kind: 'transfer', id }, caseOfClaim('0'));
  const [transfer] = await transfersById(db, [id]);
  if (!found || !transfer) throw noCase();
  const words = await wordsOf(db, id);
  const behind = driversBehind({ reference: words.reference, number: words.payer_number });
  const { rows: waiting } = transfer.status === 'open' ? await claimsWaitingOf(behind).execute(db) : { rows: [] };
  const { rows: cleared } = await paymentsClearedWith(id).execute(db);
  const drivers = await ownersById(
    db,
    [...waiting, ...cleared].map(({ driver_id }) => driver_id),
  );
  return {
    id: `T${id}`,
    reason: found.reason,
    claim: null,
    money: await showMoney(db, transfer, caller),
    named_driver: null,
    claimants: [],
    payments: cleared.map((claim) => suggestClaim(claim, drivers)),
    suggestions: waiting.map((claim) => suggestClaim(claim, drivers)),
    history: presentHistory(await historyOf(db, { kind: 'transfer', id })),
  };
};

/** A case with all that it is decided by, in any state. Refused with 404 `not_found` without it. */
export const showCase = (db: Db, id: string, caller: Caller): Promise<CaseRecord> =>
  id.startsWith('T') ? showTransfer(db, id.slice(1), caller) : showClaim(db, id, caller);
