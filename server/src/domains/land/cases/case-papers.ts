import { MOST_OF_CASE, type NewCasePaper } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import type { Paper } from '#lib/read-paper.ts';
import { existing } from '#lib/refusal.ts';
import { deletePaper, insertPaper } from '../applications/application-papers.repo.ts';
import { lockPendingCase, subjectOfCase } from './case-changes.ts';
import { casePaperById, casePaperContent } from './case-papers.repo.ts';
import { countOfCase } from './cases.repo.ts';
import { fullCase } from './write-case.ts';

type Asked = { id: string; by: Caller; now: Date };

/** Adds a document to a pending case. Refused with 404 `not_found` and 409 `conflict`. */
export const addCasePaper = async (
  tx: Tx,
  { id, body, by, now }: Asked & { body: NewCasePaper },
  { name, sha256, ...file }: Paper,
): Promise<{ message: string; id: string }> => {
  const row = await lockPendingCase(tx, id);
  if ((await countOfCase(tx, 'land_papers', id)) >= MOST_OF_CASE.papers) throw fullCase('papers');
  const stored = { ...file, sha256, case_id: id, paper: body.paper, file_name: name };
  const paperId = await insertPaper(tx, { ...stored, added_by: by.accountId, added_at: now });
  const after = { paper: body.paper, file: name, sha256: sha256.toString('hex') };
  await audit(tx, by, { action: 'court_cases.add_paper', subject: subjectOfCase(row), after }, now);
  return { message: `${name} is the document ‘${body.paper}’ of ${row.suit_number}.`, id: paperId };
};

/** Removes a document. Refused with 409 `conflict` once its case is resolved. */
export const removeCasePaper = async (tx: Tx, { id, by, now }: Asked): Promise<string> => {
  const { case_id } = existing(await casePaperById(tx, id), 'document');
  const row = await lockPendingCase(tx, case_id);
  // Somebody else may have removed it before the case was locked.
  const { paper, file_name: file, sha256 } = existing(await casePaperById(tx, id), 'document');
  await deletePaper(tx, id);
  const before = { paper, file, sha256: sha256.toString('hex') };
  await audit(tx, by, { action: 'court_cases.remove_paper', subject: subjectOfCase(row), before }, now);
  return `${file} is removed from ${row.suit_number}.`;
};

/** A document's content under its name. Refused with 404 `not_found`. */
export const casePaperToSend = async (
  db: Db,
  { id }: { id: string },
): Promise<{ name: string; type: string; bytes: Buffer }> => {
  const { file_name, type, content } = existing(await casePaperContent(db, id), 'document');
  return { name: file_name, type, bytes: content };
};
