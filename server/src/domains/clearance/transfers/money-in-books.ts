import { formatMoney, fromPesewas, TRANSFER_CHANGE_LABELS, today, toPesewas, transactionName } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { ArchivedRow, Records } from '#db/records.ts';
import { moneyAccount, type NewEntry, post, REFUNDS_OWED, UNALLOCATED } from '#domains/ledger';
import { directlyTakenFrom, takenOf } from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { moneyRows } from '../archived-money.repo.ts';
import { heldMoney, insertTransferChange, setHeldMoney, type TransferChangeKind } from './held-money.repo.ts';
import type { Recorded } from './match-transfers.ts';
import { lockTransfers, type Transfer, transfersById } from './transfers.repo.ts';

type Made = { by: Author | null; now: Date };
type Mode = Transfer['mode'];

/** Money that came, or below 0 went, on the account of its mode, against the unallocated money. */
const postingsOf = (mode: Mode, pesewas: bigint): NewEntry['postings'] => [
  { account: moneyAccount(mode), pesewas },
  { account: UNALLOCATED, pesewas: -pesewas },
];

/** Unallocated money that settles a refund to recover, or above 0 settles it no more. */
const recoveryOf = (pesewas: bigint): NewEntry['postings'] => [
  { account: REFUNDS_OWED, pesewas },
  { account: UNALLOCATED, pesewas: -pesewas },
];

/**
 * The entries of newly recorded money, on its own day unless one is given; known money and waiting
 * cheques have none.
 */
export const entriesOfNew = (recorded: readonly Recorded[], by: Author | null, day?: string): NewEntry[] =>
  recorded
    .filter(({ isNew, posted_amount }) => isNew && toPesewas(posted_amount) > 0n)
    .map(({ id, mode, transaction_id, received_on, posted_amount }) => ({
      day: day ?? received_on,
      kind: 'money',
      subjectId: id,
      description: `Money ${transaction_id}`,
      postings: postingsOf(mode, toPesewas(posted_amount)),
      by,
    }));

export type Correction = {
  transferId: string;
  what: TransferChangeKind;
  /** The part that the books have from now on, by that of before, in pesewas. */
  to: (held: bigint) => bigint;
  /** Pesewas that reversed payments gave back to the mode's account instead of to 2010. */
  returned?: bigint;
  /** Today by default. */
  day?: string;
  /** Money of which nothing is left in the books keeps it as that of its state. */
  reason?: string | undefined;
};

const RECOVERIES: ReadonlySet<TransferChangeKind> = new Set(['recovered', 'recovery_undone']);

const REFUNDS: ReadonlySet<TransferChangeKind> = new Set(['refunded', 'refund_withdrawn', 'refund_owed']);

/** The reason of its state: of one that ended, until it is there again; else it stays. */
const reasonOf = (
  before: Transfer,
  { status, reason }: { status: Transfer['status']; reason: string | undefined },
): string | null | undefined => {
  if (status === 'ended') return reason;
  return before.status === 'ended' ? null : undefined;
};

/**
 * Changes the part of received money that the books have, keeps the change with its reason, and
 * puts the money into the state that follows. Gives the entry that is then to be posted, if any.
 * The money's payments and drivers are locked before.
 */
export const changeHeldMoney = async (
  tx: Tx,
  { transferId, what, to, returned = 0n, day, reason }: Correction,
  { by, now }: Made,
): Promise<NewEntry[]> => {
  await lockTransfers(tx, [transferId]);
  const transfer = existing((await transfersById(tx, [transferId]))[0], 'receipt of money');
  const { posted_amount, mode, transaction_id } = transfer;
  const before = toPesewas(posted_amount);
  const after = to(before);
  if (after < 0n) {
    const left = `Only ${formatMoney(posted_amount)} of the money of ${transactionName(transaction_id)} is left in the books`;
    throw new Refusal('conflict', `${left}, since the rest was given back. Keep the amount instead.`);
  }
  const taken = toPesewas((await takenOf(tx, [transferId])).get(transferId) ?? '0.00');
  if (after < taken)
    throw new Refusal(
      'conflict',
      `Payments were cleared with the money of ${transactionName(transaction_id)} meanwhile.`,
    );
  const amount_after = fromPesewas(after);
  const id = await insertTransferChange(tx, {
    ...{ transfer_id: transferId, what, amount_before: posted_amount, amount_after, reason: reason ?? null },
    ...{ changed_by: by?.accountId ?? null, changed_at: now },
  });
  const left = transfer.status === 'dismissed' ? 'dismissed' : 'open';
  const status = after === 0n ? 'ended' : after > taken ? left : 'matched';
  await setHeldMoney(tx, transferId, {
    posted_amount: amount_after,
    status,
    reason: reasonOf(transfer, { status, reason }),
  });
  // Refunds take it from 2010, and give it back there, themselves.
  const pesewas = (REFUNDS.has(what) ? 0n : after - before) + returned;
  if (pesewas === 0n) return [];
  const description = `Money ${transaction_id}: ${reason ?? TRANSFER_CHANGE_LABELS[what]}`;
  const postings = RECOVERIES.has(what) ? recoveryOf(pesewas) : postingsOf(mode, pesewas);
  return [{ day: day ?? today(now), kind: 'money change', subjectId: id, description, postings, by }];
};

/** Changes the part that the books have and posts the difference, last in its transaction. */
export const postCorrection = async (tx: Tx, correction: Correction, made: Made): Promise<void> =>
  post(tx, await changeHeldMoney(tx, correction, made), made);

/** The postings that a transfer must have: those of its own entry, and of its changes. */
export type BookedMoney = {
  id: string;
  name: string;
  /** The account of its mode, and the sum on it in pesewas; what settled refunds is on 1100. */
  account: string;
  pesewas: bigint;
  settled: bigint;
  /** Each change with the account that it moves against the unallocated money. */
  changes: readonly { id: string; account: string }[];
};

/** Money as the books must have it: its part, less what its payments brought in themselves. */
export const bookedMoney = async (db: Db, records: Records): Promise<BookedMoney[]> => {
  const held = await heldMoney(db, records, directlyTakenFrom);
  return held.map(({ id, transaction_id, mode, own, changes }) => {
    const account = moneyAccount(mode);
    const isRecovery = ({ what }: { what: TransferChangeKind }) => RECOVERIES.has(what);
    return {
      id,
      name: `Money ${id} (${transaction_id})`,
      account,
      pesewas: toPesewas(own),
      settled: changes.filter(isRecovery).reduce((sum, { amount }) => sum + toPesewas(amount), 0n),
      changes: changes.map((change) => ({ id: change.id, account: isRecovery(change) ? REFUNDS_OWED : account })),
    };
  });
};

/** Received money as the archive of a year has it. */
export const archivedMoney = (db: Db, ids: readonly string[]): Promise<ArchivedRow[]> =>
  moneyRows(db, ids, directlyTakenFrom);

/** Same, with the money locked: waits for changes that are under way and blocks new ones. */
export const lockedMoney = async (tx: Tx, ids: readonly string[]): Promise<BookedMoney[]> => {
  await lockTransfers(tx, ids);
  return bookedMoney(tx, { ids });
};
