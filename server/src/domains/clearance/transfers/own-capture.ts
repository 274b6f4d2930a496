import { toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { judgeHands, refuseOwnHands } from '#domains/approvals';
import { namingOtherCars } from '#domains/drivers';
import { staffDirectory } from '#domains/identity';
import { replacedAmong } from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Transfer } from './transfers.repo.ts';

type Capture = Pick<Transfer, 'source' | 'captured_by' | 'amount' | 'statement_amount' | 'statement_by'>;
type Person = Pick<Author, 'accountId'>;

/** True while another person's statement shows the amount. */
const isConfirmed = ({ amount, captured_by, statement_amount, statement_by }: Capture): boolean =>
  statement_amount === amount && statement_by !== null && statement_by !== captured_by;

/** True for money known only by its captor's word; prompts have no captor. */
export const restsOnCaptor = (transfer: Capture): boolean =>
  (transfer.source === 'capture' || transfer.source === 'desk') &&
  transfer.captured_by !== null &&
  !isConfirmed(transfer);

/** True for the captor until another person's statement shows the same amount. */
export const isOwnCapture = (transfer: Capture, { accountId }: Person): boolean =>
  transfer.captured_by === accountId && restsOnCaptor(transfer);

const OWN_CAPTURE =
  'You captured this receipt, and it differs. Somebody else who may clear payments has to decide on it.';

/** Refuses the captor to decide alone on the money. */
export const refuseOwnCapture = (transfer: Transfer, by: Author): void => {
  if (isOwnCapture(transfer, by)) throw new Refusal('refused', OWN_CAPTURE);
};

/** Refuses the captor to give the money to drivers other than the one whose car the payer named. */
export const refuseOwnOtherCar = async (
  tx: Tx,
  transfer: Transfer,
  { driverIds, by }: { driverIds: readonly string[]; by: Author },
): Promise<void> => {
  if (!isOwnCapture(transfer, by)) return;
  const { reference } = transfer;
  const others = await namingOtherCars(
    tx,
    driverIds.map((driverId) => ({ id: driverId, reference, driverId })),
  );
  if (driverIds.some((id) => !others.has(id))) return;
  const message =
    'You captured this receipt, and its reference is the car number of another driver. Somebody else who may clear payments has to decide on it.';
  throw new Refusal('refused', message);
};

/** Refuses the person who captured or imported the money to settle a statement's difference. */
export const refuseOwnDoubt = (transfer: Transfer, by: Author): void => {
  refuseOwnCapture(transfer, by);
  if (transfer.source !== 'statement' || transfer.captured_by !== by.accountId) return;
  const message =
    'You imported this money, and another statement differs. Somebody else who may clear payments has to decide on it.';
  throw new Refusal('refused', message);
};

type Reversing = { by: Author; now: Date };

/** The reversal of what money paid, in which its captor or receiver has a hand. */
const reversalOf = ({ source, captured_by }: Transfer, { by, now }: Reversing) => {
  const isByHand = source === 'capture' || source === 'desk';
  const what = source === 'desk' ? ('received' as const) : ('captured' as const);
  const hands = isByHand && captured_by !== null ? [{ account_id: captured_by, what }] : [];
  return { subjects: [], hands, by, needs: 'payments.reverse', now } as const;
};

/** The sentence that keeps a person from reversing what the money paid, or null. */
export const hindranceToReverse = async (db: Db, transfer: Transfer, reversing: Reversing): Promise<string | null> => {
  const judged = await judgeHands(db, reversalOf(transfer, reversing), staffDirectory);
  return judged instanceof Refusal ? judged.message : null;
};

/**
 * Refuses to reverse a receipt to the person who captured or received its money. The one person who
 * may reverse payments does so alone, which is noted.
 */
export const refuseOwnReceipt = async (tx: Tx, transfer: Transfer, reversing: Reversing): Promise<void> => {
  const subject = { kind: 'transfer', id: transfer.id, name: transfer.transaction_id };
  const decides = { action: 'payments.reverse', subject } as const;
  await refuseOwnHands(tx, { ...reversalOf(transfer, reversing), decides }, staffDirectory);
};

/** True where a person, or the server by itself, may not say whose reversed money it is. */
const isOwnReversal = ({ reversed_by }: Transfer, by: Person | null): boolean =>
  reversed_by !== null && (by === null || by.accountId === reversed_by);

/** Refuses the person who reversed a payment for the wrong car to place its money again. */
export const refuseOwnReversal = (transfer: Transfer, by: Author): void => {
  if (!isOwnReversal(transfer, by)) return;
  const message =
    'You reversed the payment of this money. Somebody else who may clear payments has to say whose it is.';
  throw new Refusal('refused', message);
};

type Claimed = { key: string; amount: string };

export const agrees = (claim: Claimed, transfer: Pick<Transfer, 'key' | 'amount'>): boolean =>
  claim.key === transfer.key && toPesewas(claim.amount) === toPesewas(transfer.amount);

type Matched = { id: string; transfer: Transfer };

/**
 * Filters the claims to those that `by`, or the server by itself, may not clear: their money was
 * reversed for another car; or a claim of the same ID with other facts was rejected, and only the
 * captor's word supports its replacement.
 */
export const claimsForOthers = async (
  tx: Tx,
  matched: readonly Matched[],
  by: Author | null = null,
): Promise<Set<string>> => {
  const needsOther = ({ transfer }: Matched) => restsOnCaptor(transfer) && (!by || isOwnCapture(transfer, by));
  const ids = matched.filter(needsOther).map(({ id }) => id);
  const replaced = ids.length === 0 ? [] : await replacedAmong(tx, ids);
  const reversed = matched.filter(({ transfer }) => isOwnReversal(transfer, by));
  return new Set([...replaced, ...reversed.map(({ id }) => id)]);
};

/** Refuses the captor to clear a claim that replaced a rejected one. */
export const refuseOwnReplacement = async (tx: Tx, { id, transfer }: Matched, by: Author): Promise<void> => {
  if (!(await claimsForOthers(tx, [{ id, transfer }], by)).has(id)) return;
  const message =
    'You captured this receipt, and another claim of it was rejected. Somebody else who may clear payments has to decide on it.';
  throw new Refusal('refused', message);
};
