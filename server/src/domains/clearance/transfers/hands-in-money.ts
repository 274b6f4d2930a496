import { type AuditAction, isDoubted, networksOwnKey, type Permission, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import {
  areOnePerson,
  type HandKind,
  handsOn,
  judgeHands,
  refuseOwnHands,
  type Subject,
  withoutOwnHands,
} from '#domains/approvals';
import { namingOtherCars } from '#domains/drivers';
import { staffDirectory } from '#domains/identity';
import { type ClaimCase, claimsBelowPrice, replacedAmong } from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { pluck, presentOf } from '#lib/values.ts';
import { isTakenBack } from './clear-with.ts';
import {
  moneySubject,
  namedMoney,
  paymentSubject,
  statementSubject,
  subjectsOfClaims,
  subjectsOfMoney,
} from './money-subjects.ts';
import { moneyOfNetworks, type Transfer } from './transfers.repo.ts';

type Person = { by: Author; now: Date };

/** Hands of those by whose word alone the money came. */
const WITNESSES: readonly HandKind[] = ['captured', 'imported', 'received'];
const REVERSED: readonly HandKind[] = ['reversed'];

type Known = Pick<Transfer, 'source' | 'captured_by' | 'amount' | 'statement_amount' | 'statement_by'>;

/** True while one account alone says that the money came; prompts have none. */
export const isOneWord = ({ captured_by, amount, statement_amount, statement_by }: Known): boolean =>
  captured_by !== null && (statement_amount !== amount || statement_by === null || statement_by === captured_by);

/** True for money known only by the word of somebody who captured or received it. */
const restsOnCaptor = (transfer: Known): boolean =>
  (transfer.source === 'capture' || transfer.source === 'desk') && isOneWord(transfer);

/** True while a statement that another person brought shows the amount and the day. */
const isConfirmed = async (db: Db, transfer: Transfer, now: Date): Promise<boolean> => {
  const { captured_by, statement_by } = transfer;
  if (captured_by === null || statement_by === null || isOneWord(transfer) || isDoubted(transfer)) return false;
  return !(await areOnePerson(db, [captured_by, statement_by], now));
};

/** True where the payer's reference is the car of another driver than all of these. */
export const namesOtherCar = async (
  db: Db,
  { id, reference }: Transfer,
  driverIds: readonly (string | null)[],
): Promise<boolean> => {
  if (driverIds.length === 0) return false;
  const pairs = driverIds.map((driverId) => ({ id: `${id} ${driverId}`, reference, driverId }));
  return (await namingOtherCars(db, pairs)).size === new Set(driverIds).size;
};

export const agrees = (claim: { key: string; amount: string }, transfer: Pick<Transfer, 'key' | 'amount'>): boolean =>
  claim.key === transfer.key && toPesewas(claim.amount) === toPesewas(transfer.amount);

type Found = { claim: ClaimCase; transfer: Transfer };

/**
 * The ids of those claims that say the same as their money and came before it: to clear them is no
 * decision. Rule 13 of docs/product/clearance.md.
 */
const plainAmong = async (db: Db, found: readonly Found[], now: Date): Promise<Set<string>> => {
  const alike = found.filter(
    ({ claim, transfer }) =>
      agrees(claim, transfer) && !claim.is_disputed && !transfer.is_twinned && claim.created_at <= transfer.captured_at,
  );
  if (alike.length === 0) return new Set();
  const claims = pluck(alike, 'claim');
  const below = await claimsBelowPrice(db, claims, now);
  const replaced = await replacedAmong(db, pluck(claims, 'id'));
  const pairs = alike.map(({ claim, transfer: { reference } }) => ({
    id: claim.id,
    reference,
    driverId: claim.driver_id,
  }));
  const ofOthers = await namingOtherCars(db, pairs);
  return new Set(pluck(claims, 'id').filter((id) => !below.has(id) && !replaced.has(id) && !ofOthers.has(id)));
};

/** True where the whole money clears the claim as both say. */
export const isPlain = async (db: Db, found: Found, amount: string, now: Date): Promise<boolean> =>
  toPesewas(amount) === toPesewas(found.claim.amount) && (await plainAmong(db, [found], now)).has(found.claim.id);

/** A decision on a claim, on money, or on both. */
export type Decided = {
  claim?: ClaimCase | undefined;
  money: readonly Transfer[];
  /** The drivers to whom it gives the money, beside the claim's; null for payers of land. */
  driverIds?: readonly (string | null)[];
  /** Claim and money say the same, so that whoever saw the money may clear with it. */
  isPlain?: boolean;
  /** The money has just come, also that of a cheque which had bounced. */
  isNew?: boolean;
};

/** Other networks' money of the same IDs: who recorded that may have given it out as this. */
const twinsOf = async (db: Db, money: readonly Transfer[]): Promise<Transfer[]> => {
  const twinned = money.filter(({ is_twinned }) => is_twinned);
  if (twinned.length === 0) return [];
  const all = await moneyOfNetworks(db, pluck(twinned, 'transaction_id').map(networksOwnKey));
  return all.filter(({ id, status }) => status !== 'ended' && !money.some((one) => one.id === id));
};

const judgedBy = async (db: Db, decided: Decided, { by, now }: Person) => {
  const { claim, money, driverIds, isPlain: plain = false, isNew = false } = decided;
  const subjects = claim ? ((await subjectsOfClaims(db, [claim])).get(claim.id) ?? []) : [];
  const twins = await twinsOf(db, money);
  // Money that the network took back, by the word of those who brought that statement.
  subjects.push(...presentOf(money.filter(isTakenBack).map(({ missing_in }) => missing_in)).map(statementSubject));
  for (const transfer of [...money, ...twins]) {
    const isVouched =
      (plain && !transfer.is_twinned) ||
      ((await isConfirmed(db, transfer, now)) &&
        !(await namesOtherCar(db, transfer, driverIds ?? (claim ? [claim.driver_id] : []))));
    // A cheque that bounced and waits for its bank again has not paid anything since.
    const isFresh = isNew || transfer.status === 'pending';
    subjects.push(...subjectsOfMoney(transfer, [...(isVouched ? WITNESSES : []), ...(isFresh ? REVERSED : [])]));
  }
  return { subjects, by, needs: 'payments.clear', now } as const;
};

/** The sentence that keeps a person from a decision, or null. */
export const hindranceToDecide = async (db: Db, decided: Decided, person: Person): Promise<string | null> => {
  const judged = await judgeHands(db, await judgedBy(db, decided, person), staffDirectory);
  return judged instanceof Refusal ? judged.message : null;
};

type Named = { action: AuditAction; subject: Subject & { name: string } };

/**
 * Refuses a decision on a claim or on money with 403 `not_permitted` to somebody who had a hand in
 * it. The one person who may decide does so alone, which is noted.
 */
export const refuseOwnDecision = async (tx: Tx, decided: Decided, decides: Named, person: Person): Promise<void> => {
  await refuseOwnHands(tx, { ...(await judgedBy(tx, decided, person)), decides }, staffDirectory);
};

type Reversed = { money: readonly Transfer[]; paymentIds: readonly string[] };

/**
 * A reversal, in which hands count whatever a statement shows, but for that of reversing another
 * payment of the money. The statement that lacks the money counts too: a forged one names its
 * sender alone.
 */
const reversalOf = ({ money, paymentIds }: Reversed, { by, now }: Person) => {
  const ofMoney = money.flatMap((transfer) => subjectsOfMoney(transfer, REVERSED));
  const ofStatements = presentOf(pluck(money, 'missing_in')).map(statementSubject);
  return {
    subjects: [...ofMoney, ...ofStatements, ...paymentIds.map(paymentSubject)],
    by,
    needs: 'payments.reverse',
    now,
  } as const;
};

/** The sentence that keeps a person from reversing what the money paid, or null. */
export const hindranceToReverse = async (db: Db, reversed: Reversed, person: Person): Promise<string | null> => {
  const judged = await judgeHands(db, reversalOf(reversed, person), staffDirectory);
  return judged instanceof Refusal ? judged.message : null;
};

/** Refuses a reversal as `refuseOwnDecision` refuses the others, by its own permission. */
export const refuseOwnReversal = async (tx: Tx, reversed: Reversed, person: Person): Promise<void> => {
  const {
    money: [transfer],
    paymentIds: [id = ''],
  } = reversed;
  const subject = transfer ? namedMoney(transfer) : { ...paymentSubject(id), name: `payment ${id}` };
  const decides = { action: 'payments.reverse', subject } as const;
  await refuseOwnHands(tx, { ...reversalOf(reversed, person), decides }, staffDirectory);
};

/**
 * Refuses to settle what is owed of a refund with money to whoever had a hand in that, also where a
 * statement shows it: it does not say whose debt the money pays.
 */
export const refuseOwnRecovery = async (
  tx: Tx,
  transfer: Transfer,
  needs: Permission,
  { by, now }: Person,
): Promise<void> => {
  const money = [transfer, ...(await twinsOf(tx, [transfer]))];
  const decision = {
    subjects: money.flatMap((one) => subjectsOfMoney(one, [])),
    by,
    needs,
    now,
  } as const;
  const decides = { action: 'refunds.recover', subject: namedMoney(transfer) } as const;
  await refuseOwnHands(tx, { ...decision, decides }, staffDirectory);
};

type EndedMoney = { transfer: Pick<Transfer, 'statement_import'>; endedBy: string | null };

/**
 * A decision on money that ended, in which only the hands of whoever ended it count, and of those
 * who brought the statement that shows it.
 */
const decisionOnEnded = ({ transfer, endedBy }: EndedMoney, { by, now }: Person) => {
  const hands = endedBy === null ? [] : [{ account_id: endedBy, what: 'reversed' as const }];
  const subjects = presentOf([transfer.statement_import]).map(statementSubject);
  return { subjects, hands, by, needs: 'payments.reverse', now } as const;
};

/** The sentence that keeps a person from deciding on money that ended, or null. */
export const hindranceToReopen = async (db: Db, ended: EndedMoney, person: Person): Promise<string | null> => {
  const judged = await judgeHands(db, decisionOnEnded(ended, person), staffDirectory);
  return judged instanceof Refusal ? judged.message : null;
};

/** Refuses to decide on money that ended to those whom `hindranceToReopen` hinders. */
export const refuseOwnEnding = async (
  tx: Tx,
  { transfer, endedBy }: { transfer: Transfer; endedBy: string | null },
  action: AuditAction,
  person: Person,
): Promise<void> => {
  const decides = { action, subject: namedMoney(transfer) };
  await refuseOwnHands(tx, { ...decisionOnEnded({ transfer, endedBy }, person), decides }, staffDirectory);
};

/** True for money of which a person reversed a payment. */
export const wasReversed = async (db: Db, transfer: Transfer): Promise<boolean> =>
  (await handsOn(db, [moneySubject(transfer)])).some(({ what }) => what === 'reversed');

type Matched = { id: string; transfer: Transfer };

/**
 * Filters claims whose money agrees to those that the server does not clear by itself: their money
 * was reversed; one person captured it and gave the claim its ID; or a claim of the same ID with
 * other facts was rejected, and only the captor's word supports its replacement.
 */
export const claimsForPeople = async (tx: Tx, matched: readonly Matched[]): Promise<Set<string>> => {
  if (matched.length === 0) return new Set();
  const resting = matched.filter(({ transfer }) => restsOnCaptor(transfer));
  const ids = pluck(resting, 'id');
  const hands = await handsOn(tx, [
    ...matched.map(({ transfer }) => moneySubject(transfer)),
    ...ids.map(paymentSubject),
  ]);
  const isFor = ({ id, transfer }: Matched): boolean =>
    hands.some(({ subject_kind, subject_id, what, account_id }) =>
      subject_kind === 'payment'
        ? subject_id === id && what === 'corrected' && account_id === transfer.captured_by
        : subject_id === transfer.id && what === 'reversed',
    );
  const replaced = ids.length === 0 ? [] : await replacedAmong(tx, ids);
  return new Set([...replaced, ...pluck(matched.filter(isFor), 'id')]);
};

/** Those of ready claims that the person may clear with their money. */
export const readyFor = async (tx: Tx, found: readonly Found[], person: Person): Promise<Found[]> => {
  const plain = await plainAmong(tx, found, person.now);
  const subjects = await subjectsOfClaims(tx, pluck(found, 'claim'));
  const asked = new Map<string, Subject[]>();
  for (const { claim, transfer } of found) {
    const but = plain.has(claim.id) ? WITNESSES : [];
    asked.set(claim.id, [...(subjects.get(claim.id) ?? []), ...subjectsOfMoney(transfer, but)]);
  }
  const free = await withoutOwnHands(tx, asked, person);
  return found.filter(({ claim }) => free.has(claim.id));
};
