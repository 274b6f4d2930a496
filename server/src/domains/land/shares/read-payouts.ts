import {
  type Beneficiary,
  type BookDays,
  type SharePayout,
  type SharePayoutRecord,
  sharePayoutList,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { judgeHands, type StaffHolders, waitingApproval } from '#domains/approvals';
import type { Letterhead } from '#domains/documents';
import { entriesOfRecord } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { presentOf } from '#lib/values.ts';
import { PAYOUT_NOUN, payingOf } from './pay-shares.ts';
import { type SharePayoutRow, sharePayoutById, sharePayoutSql, shareReceiptOf } from './share-payouts.repo.ts';
import { shareVoucherPdf } from './share-voucher-pdf.ts';
import { showStoolAccount } from './stool-account.ts';
import { stoolStatementPdf } from './stool-statement-pdf.ts';

const present = async (db: Db, rows: readonly SharePayoutRow[], { named }: StaffHolders): Promise<SharePayout[]> => {
  const ids = rows.flatMap(({ asked_by, approved_by, ended_by }) => [asked_by, approved_by, ended_by]);
  const people = await named(db, presentOf(ids));
  const nameOf = (id: string | null): string | null => (id === null ? null : (people.get(id)?.fullname ?? ''));
  return rows.map(({ receipt_type: _, receipt_by: __, receipt_at: ___, ...row }) => ({
    ...row,
    asked_by: nameOf(row.asked_by) ?? '',
    asked_at: row.asked_at.toISOString(),
    approved_by: nameOf(row.approved_by),
    approved_at: row.approved_at?.toISOString() ?? null,
    ended_by: nameOf(row.ended_by),
    ended_at: row.ended_at?.toISOString() ?? null,
  }));
};

export const sharePayoutSource = (staff: StaffHolders) =>
  listSource(sharePayoutList, sharePayoutSql, (rows, db) => present(db, rows, staff));

/** A payout with the approval that waits, and what keeps the caller from paying it; or null. */
export const showSharePayout = async (
  db: Db,
  { id, by, now }: { id: string; by: Caller; now: Date },
  staff: StaffHolders,
): Promise<SharePayoutRecord | null> => {
  const payout = await sharePayoutById(db, id);
  const [row] = payout ? await present(db, [payout], staff) : [];
  if (!payout || !row) return null;
  const judged = row.status === 'approved' ? await judgeHands(db, payingOf(payout, { by, now }), staff) : 'free';
  const [entry] = await entriesOfRecord(db, 'share payout', id);
  return {
    ...row,
    approval_id: (await waitingApproval(db, { kind: 'land.share_payout', subjectId: id }))?.id ?? null,
    payout_hindrance: judged instanceof Refusal ? judged.message : null,
    entry: entry?.number ?? null,
  };
};

type Drawing = { staff: StaffHolders; letterhead: () => Promise<Letterhead> };
type PdfToSend = { name: string; bytes: Buffer };

/** The voucher of a payout. Refused with 409 `conflict` for one that was not approved. */
export const shareVoucher = async (
  db: Db,
  { id, now }: { id: string; now: Date },
  { staff, letterhead }: Drawing,
): Promise<PdfToSend> => {
  const [payout] = await present(db, [existing(await sharePayoutById(db, id), PAYOUT_NOUN)], staff);
  if (payout?.status !== 'approved' && payout?.status !== 'paid')
    throw new Refusal('conflict', `${payout?.number} is not approved, so it has no voucher.`);
  return { name: `${payout.number}.pdf`, bytes: await shareVoucherPdf(payout, (await letterhead()).company, now) };
};

/** The receipt that the payee signed. Refused with 404 `not_found` where there is none. */
export const shareReceipt = async (db: Db, { id }: { id: string }) => {
  const found = existing(await shareReceiptOf(db, id), PAYOUT_NOUN);
  const [name, type] = [existing(found.receipt_name, 'receipt'), existing(found.receipt_type, 'receipt')];
  return { name, type, bytes: existing(found.receipt, 'receipt') };
};

/** The statement of one beneficiary as PDF. */
export const stoolStatement = async (
  db: Db,
  { beneficiary, query, now }: { beneficiary: Beneficiary; query: BookDays; now: Date },
  { letterhead }: Pick<Drawing, 'letterhead'>,
): Promise<PdfToSend> => {
  const { company } = await letterhead();
  const bytes = await stoolStatementPdf(await showStoolAccount(db, { query }), { beneficiary, company, now });
  return { name: `${beneficiary}-account-${query.from}-to-${query.to}.pdf`, bytes };
};
