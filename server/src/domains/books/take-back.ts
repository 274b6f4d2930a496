import { today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { entriesOfRecord, holdBooks, type LedgerKind, readChart, reverse } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { refuseReconciled } from './reconcile/reconcile.ts';

type TakenBack = {
  kind: LedgerKind & ('journal' | 'year end' | 'expense');
  id: string;
  /** Its number, in messages. */
  number: string;
  /** The accounts of its entry. */
  accounts: readonly string[];
  reason: string;
  /** The day of the reversal; today unless it is given. */
  day?: string;
};

/** Refuses a record of which money is reconciled where its end is asked for. */
export const refuseWhileReconciled = async (tx: Tx, { kind, id }: Pick<TakenBack, 'kind' | 'id'>): Promise<void> =>
  refuseReconciled(tx, pluck(await entriesOfRecord(tx, kind, id), 'number'));

/** Refuses in words what the database refuses: a posting to a closed account. */
const refuseClosedAccounts = async (tx: Tx, { number, accounts }: TakenBack): Promise<void> => {
  const closed = (await readChart(tx)).find(({ code, closed_at }) => closed_at !== null && accounts.includes(code));
  if (!closed) return;
  const words = `${closed.code} ${closed.name} is closed. Open it again to take ${number} back.`;
  throw new Refusal('refused', words);
};

/**
 * Posts the opposite of the entry of a journal, a closing of a year or an expense, in the
 * transaction that changes its state. Rules over what of these may be taken back stand here.
 * Locks the books, so that no account closes meanwhile. Refused with 422 `refused`, and with 409
 * `conflict` of what is reconciled.
 */
export const takeBack = async (tx: Tx, taken: TakenBack, { by, now }: { by: Caller; now: Date }): Promise<void> => {
  await holdBooks(tx);
  await refuseClosedAccounts(tx, taken);
  const { kind, id, number, reason, day = today(now) } = taken;
  const words = { day, description: `Reversal of ${number}: ${reason}` };
  await reverse(tx, { kind, subjectIds: [id], ...words }, { by, now });
};
