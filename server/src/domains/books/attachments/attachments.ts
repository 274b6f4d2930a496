import {
  ADDS_ATTACHMENTS,
  type AttachedKind,
  type Attachment,
  MAX_ATTACHMENTS,
  type NewAttachment,
  REMOVES_ATTACHMENTS,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { StaffHolders } from '#domains/approvals';
import { audit } from '#domains/audit';
import { post } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import type { Paper } from '#lib/read-paper.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { lockExpense } from '../expenses/expenses.repo.ts';
import { lockJournal } from '../journals/journals.repo.ts';
import {
  type AttachmentRow,
  attachmentById,
  attachmentRows,
  contentOf,
  deleteAttachment,
  insertAttachment,
  numberedPapers,
} from './attachments.repo.ts';
import { entryOfPaper } from './paper-in-books.ts';

type Download = { name: string; type: string; bytes: Buffer };

type Attached = { id: string; number: string; status: string };

/** Locks the record that has the papers, so that they and its state change one after another. */
const LOCKS: Readonly<Record<AttachedKind, (tx: Tx, id: string) => Promise<Attached | undefined>>> = {
  journal: lockJournal,
  expense: lockExpense,
};

const isKind = (kind: string): kind is AttachedKind => kind in LOCKS;

const lockRecord = async (tx: Tx, kind: string, id: string): Promise<Attached> => {
  if (!isKind(kind)) throw new Error(`Nothing locks the record of a paper of a ${kind}`);
  return existing(await LOCKS[kind](tx, id), kind);
};

const typeOf = ({ type }: AttachmentRow): Attachment['type'] =>
  type === 'application/pdf' ? 'application/pdf' : 'image/jpeg';

/** The papers of a record, in the order in which they came. */
export const attachmentsOf = async (
  db: Db,
  { kind, id }: { kind: AttachedKind; id: string },
  { named }: StaffHolders,
): Promise<Attachment[]> => {
  const rows = await attachmentRows(db, kind, id);
  const people = await named(
    db,
    rows.map(({ added_by }) => added_by),
  );
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, type: typeOf(row), size: row.size, sha256: row.sha256.toString('hex') },
    added_by: people.get(row.added_by)?.fullname ?? '',
    added_at: row.added_at.toISOString(),
  }));
};

const subjectOf = (kind: string, { id, number }: Attached) => ({ kind, id, name: number });

type Asked = { by: Caller; now: Date };

/**
 * Attaches a paper, to a posted record by an entry of its own. Refused with 409 `conflict` by a
 * record that has the most, or that was dropped, refused or taken back.
 */
export const addAttachment = async (
  tx: Tx,
  { body: { subject_kind: kind, subject_id }, by, now }: Asked & { body: NewAttachment },
  { content, ...paper }: Paper,
): Promise<{ message: string; id: string }> => {
  const record = await lockRecord(tx, kind, subject_id);
  if (!ADDS_ATTACHMENTS.has(record.status)) {
    throw new Refusal('conflict', `${record.number} takes no papers any more.`);
  }
  if ((await attachmentRows(tx, kind, subject_id)).length >= MAX_ATTACHMENTS) {
    throw new Refusal('conflict', `${record.number} has ${MAX_ATTACHMENTS} papers, which is the most.`);
  }
  const row = { ...paper, content, size: content.length, added_by: by.accountId, added_at: now };
  const id = await insertAttachment(tx, { ...row, subject_kind: kind, subject_id });
  const after = { file: paper.name, sha256: paper.sha256.toString('hex') };
  await audit(tx, by, { action: 'books.attach', subject: subjectOf(kind, record), after }, now);
  // The entry of its record, which covers the papers of before, is there already.
  if (record.status === 'posted')
    await post(tx, (await numberedPapers(tx, { ids: [id] })).map(entryOfPaper), { by, now });
  return { message: `${paper.name} is attached to ${record.number}.`, id };
};

/** Removes a paper. Refused with 409 `conflict` once its record is no draft. */
export const removeAttachment = async (tx: Tx, { id, by, now }: Asked & { id: string }): Promise<string> => {
  const paper = existing(await attachmentById(tx, id), 'paper');
  const record = await lockRecord(tx, paper.subject_kind, paper.subject_id);
  if (!REMOVES_ATTACHMENTS.has(record.status)) {
    throw new Refusal('conflict', `The papers of ${record.number} stay, since it is no draft any more.`);
  }
  // Somebody else may have removed it before the record was locked.
  existing(await attachmentById(tx, id), 'paper');
  await deleteAttachment(tx, id);
  const before = { file: paper.name, sha256: paper.sha256.toString('hex') };
  await audit(tx, by, { action: 'books.detach', subject: subjectOf(paper.subject_kind, record), before }, now);
  return `${paper.name} is removed from ${record.number}.`;
};

/** A paper's content under its name. Refused with 404 `not_found`. */
export const paperToSend = async (db: Db, { id }: { id: string }): Promise<Download> => {
  const { name, type, content } = existing(await contentOf(db, id), 'paper');
  return { name, type, bytes: content };
};
