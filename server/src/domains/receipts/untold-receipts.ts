import type { Db, Tx } from '#db/database.ts';
import type { ReceiptKind } from './issue-receipts.ts';
import { hasUntoldRows, takeUntoldRows } from './receipts.repo.ts';

export type UntoldReceipt = { number: string; code: string; subjectId: string; amount: string; issuedAt: Date };

/**
 * Takes receipts of which nobody has told the payer yet, the first ones first: how many it took, and those that stand. Each is
 * given once: whoever takes it tells of it in the same transaction.
 */
export const takeUntold = async (
  tx: Tx,
  kind: ReceiptKind,
  limit: number,
): Promise<{ taken: number; receipts: UntoldReceipt[] }> => {
  const rows = await takeUntoldRows(tx, limit);
  const standing = rows.filter((row) => row.kind === kind && row.status === 'issued');
  const receipts = standing.map(({ number, code, subject_id, amount, issued_at }) => {
    return { number, code, subjectId: subject_id, amount, issuedAt: issued_at };
  });
  return { taken: rows.length, receipts };
};

/** True when somebody is to be told of a receipt. */
export const hasUntold = (db: Db): Promise<boolean> => hasUntoldRows(db);
