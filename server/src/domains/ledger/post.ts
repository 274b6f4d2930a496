import { fromPesewas } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { Author } from '#lib/caller.ts';
import { documentText, type EntryDocument } from './entry-document.ts';
import { openEntries, postEntries, type StoredPosting } from './ledger.repo.ts';

/** Pesewas on an account: debits positive, credits negative. Credit of drivers names the driver. */
export type Posting = { account: string; pesewas: bigint; driverId?: string };

/** Kinds of records that are posted, each record once. */
export type LedgerKind =
  | 'payment'
  | 'credit use'
  | 'freed payment'
  | 'opening'
  | 'money'
  | 'money change'
  | 'refund'
  | 'refund payout'
  | 'refund debt'
  | 'refund write-off'
  | 'journal'
  | 'expense'
  | 'cash-up'
  | 'year end'
  | 'rent batch'
  | 'rent cancellation'
  | 'share payout'
  | 'paper'
  | 'signed receipt';

export type NewEntry = {
  /** The day that the books count it on. */
  day: string;
  kind: LedgerKind;
  subjectId: string;
  description: string;
  /** They sum to zero; postings of nothing are left out. Papers have none. */
  postings: readonly Posting[];
  document?: EntryDocument;
  /** The entry's own author, where it is not that of the others. */
  by?: Author | null;
};

type Made = { by: Author | null; now: Date };

const stored = ({ account, pesewas, driverId }: Posting): StoredPosting => ({
  account,
  amount: fromPesewas(pesewas),
  driver_id: driverId ?? null,
});

/**
 * Posts entries in the order given, in the transaction of the change that they record. Locks the
 * head of the books until the transaction ends, so payments, drivers and transfers are locked
 * before. The database refuses an entry that does not balance, and a record that was posted before.
 */
export const post = async (tx: Tx, entries: readonly NewEntry[], { by, now }: Made): Promise<void> => {
  if (entries.length === 0) return;
  await postEntries(
    tx,
    entries.map(({ day, kind, subjectId, description, postings, document, by: own = by }) => ({
      day,
      kind,
      subject_id: subjectId,
      reverses: null,
      description,
      posted_by: own?.accountId ?? null,
      posted_at: now,
      postings: postings.filter(({ pesewas }) => pesewas !== 0n).map(stored),
      document: document && documentText(document),
    })),
  );
};

const opposite = (posting: StoredPosting): StoredPosting => ({
  ...posting,
  amount: posting.amount.startsWith('-') ? posting.amount.slice(1) : `-${posting.amount}`,
});

type Reversed = { kind: LedgerKind; subjectIds: readonly string[]; day: string; description: string };

/**
 * Posts the opposite of the records' entries on the day of the reversal, each linked to its
 * original. Throws if a record was not posted or is reversed already: the caller has locked it.
 */
export const reverse = async (
  tx: Tx,
  { kind, subjectIds, day, description }: Reversed,
  { by, now }: Made,
): Promise<void> => {
  if (subjectIds.length === 0) return;
  const entries = await openEntries(tx, kind, subjectIds);
  if (entries.length !== subjectIds.length) throw new Error(`Of the ${kind}s to reverse some are not in the books`);
  await postEntries(
    tx,
    entries.map(({ number, subject_id, postings }) => ({
      day,
      kind,
      subject_id,
      reverses: number,
      description: `${description} (entry ${number})`,
      posted_by: by?.accountId ?? null,
      posted_at: now,
      postings: postings.map(opposite),
    })),
  );
};
