import { isAtDesk, MOST_APPLICATION_PAPERS, type NewApplicationPaper } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { noteHands } from '#domains/approvals';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import type { Paper } from '#lib/read-paper.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { APPLICATION_NOUN } from './application-changes.ts';
import { deletePaper, insertPaper, paperById, paperContent, papersOfApplication } from './application-papers.repo.ts';
import { type Application, lockApplication } from './applications.repo.ts';

type Asked = { id: string; by: Caller; now: Date };

const subjectOf = ({ id, number }: Application) => ({ kind: APPLICATION_NOUN, id, name: number });

const lockAtDesk = async (tx: Tx, id: string): Promise<Application> => {
  const row = await lockApplication(tx, id);
  if (isAtDesk(row.status)) return row;
  throw new Refusal('conflict', `The application ${row.number} is not at the desk any more, so its papers stay.`);
};

/** Adds a paper to an application at the desk. Refused with 404 `not_found` and 409 `conflict`. */
export const addApplicationPaper = async (
  tx: Tx,
  { id, body, by, now }: Asked & { body: NewApplicationPaper },
  { name, type, content, sha256 }: Paper,
): Promise<{ message: string; id: string }> => {
  const row = await lockAtDesk(tx, id);
  if ((await papersOfApplication(tx, id)).length >= MOST_APPLICATION_PAPERS)
    throw new Refusal('conflict', `${row.number} has ${MOST_APPLICATION_PAPERS} papers, which is the most.`);
  const file = { application_id: id, paper: body.paper, file_name: name, type, content, sha256 };
  const paperId = await insertPaper(tx, { ...file, added_by: by.accountId, added_at: now });
  const subject = subjectOf(row);
  await noteHands(tx, [{ accountId: by.accountId, what: 'corrected', subjects: [subject] }], now);
  const after = { paper: body.paper, file: name, sha256: sha256.toString('hex') };
  await audit(tx, by, { action: 'applications.add_paper', subject, after }, now);
  return { message: `${name} is the paper ‘${body.paper}’ of ${row.number}.`, id: paperId };
};

/** Removes a paper. Refused with 409 `conflict` once its application is lodged. */
export const removeApplicationPaper = async (tx: Tx, { id, by, now }: Asked): Promise<string> => {
  const paper = existing(await paperById(tx, id), 'paper');
  const row = await lockAtDesk(tx, paper.application_id);
  // Somebody else may have removed it before the application was locked.
  existing(await paperById(tx, id), 'paper');
  await deletePaper(tx, id);
  const before = { paper: paper.paper, file: paper.file_name, sha256: paper.sha256.toString('hex') };
  await audit(tx, by, { action: 'applications.remove_paper', subject: subjectOf(row), before }, now);
  return `${paper.file_name} is removed from ${row.number}.`;
};

/** A paper's content under its name. Refused with 404 `not_found`. */
export const applicationPaperToSend = async (
  db: Db,
  { id }: { id: string },
): Promise<{ name: string; type: string; bytes: Buffer }> => {
  const { file_name, type, content } = existing(await paperContent(db, id), 'paper');
  return { name: file_name, type, bytes: content };
};
