import type { AuditAction } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { type ImportRow, lockImport } from './imports.repo.ts';
import { noImport } from './no-import.ts';

/** The clerk who has a list in hand, and when. */
export type ByClerk = { by: Caller; now: Date };

/** Writes to the audit log what a clerk did with a list. */
export const auditList = (
  tx: Tx,
  action: AuditAction,
  { id, file_name }: ImportRow,
  { by, now }: ByClerk,
  after?: object,
): Promise<void> => {
  const subject = { kind: 'driver_import', id, name: file_name };
  return audit(tx, by, { action, subject, ...(after && { after: { ...after } }) }, now);
};

/** The list, locked to the transaction's end; refused with 404 `not_found` without it. */
export const lockExistingList = async (tx: Tx, id: string): Promise<ImportRow> => {
  const list = await lockImport(tx, id);
  if (!list) throw noImport();
  return list;
};
