import { type DriverImport, type DriverImportSummary, MAX_HEAD_LINES } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { jobProgress } from '#domains/jobs';
import { importProgress, importStatus } from '#lib/import-status.ts';
import { nextFileLines } from './import-lines.repo.ts';
import { findImport, type ImportRow } from './imports.repo.ts';
import { noImport } from './no-import.ts';
import { takenBackOf } from './taking-back/taken-back.ts';

export type SummarizedImport = Omit<
  ImportRow,
  | ('suggestion' | 'is_remembered' | 'mapping' | 'problem' | 'uploaded_by')
  | ('take_back_job_id' | 'taken_back' | 'taken_back_at')
>;

/** The import's job, as far as it is asked for: a finished import needs none. */
const jobOf = async (db: Db, { status, job_id }: SummarizedImport) =>
  status === 'importing' && job_id !== null ? jobProgress(db, job_id) : null;

/** A list in short. Until the columns are chosen, one line of the file is that of their names. */
export const summarizeImport = async (db: Db, list: SummarizedImport): Promise<DriverImportSummary> => {
  const judged = list.counts.reduce((sum, { lines }) => sum + lines, 0);
  return {
    id: list.id,
    file_name: list.file_name,
    line_count: list.counts.length > 0 ? judged : list.line_count - 1,
    status: importStatus(list.status, await jobOf(db, list)),
    uploaded_at: list.uploaded_at.toISOString(),
    uploaded_by: list.uploader,
    imported_at: list.imported_at?.toISOString() ?? null,
    drivers: list.drivers,
  };
};

/** A list with how it is read, what becomes of its lines, and how far its import is. 404 `not_found` without it. */
export const showImport = async (db: Db, id: string): Promise<DriverImport> => {
  const list = await findImport(db, id);
  if (!list) throw noImport();
  const { mapping, counts, problem, suggestion, is_remembered } = list;
  const progress = importProgress(await jobOf(db, list));
  const head = await nextFileLines(db, id, 0, MAX_HEAD_LINES);
  const taken_back = await takenBackOf(db, list);
  const summary = await summarizeImport(db, list);
  return { ...summary, taken_back, mapping, counts, problem, suggestion, is_remembered, progress, head };
};
