import { unzipSync } from 'fflate';
import { archiveJob } from '#domains/books';
import { findAuthor } from '#domains/identity';
import { jobServer } from '#domains/jobs';
import type { TestApp } from './harness.ts';
import type { Files } from './verify-books.ts';

/** Makes the archives that were asked for, as the server's jobs do. */
export const runArchives = (it: TestApp) =>
  jobServer({
    db: it.db,
    now: () => it.clock.now,
    chunked: [archiveJob],
    findAuthor,
    onError: (_, error) => Promise.reject(error),
    pause: async () => {},
  }).runDue();

/** Asks for the archive of a year, makes it and unpacks it. */
export const archiveOf = async (it: TestApp, year: number, headers: Record<string, string>): Promise<Files> => {
  const url = '/api/book_archives';
  const asked = await it.app.inject({ method: 'POST', url, headers, payload: { year } });
  await runArchives(it);
  const saved = await it.app.inject({ url: `${url}/${asked.json().archive_id}/file`, headers });
  if (saved.statusCode !== 200) throw new Error(saved.body);
  return new Map(Object.entries(unzipSync(saved.rawPayload)).map(([file, bytes]) => [file, Buffer.from(bytes)]));
};

/** The files with one of them changed, which must have the text. */
export const edited = (files: Files, file: string, from: string | RegExp, to: string): Files => {
  const before = files.get(file)?.toString() ?? '';
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} has no ${from}: ${before}`);
  return new Map([...files, [file, Buffer.from(after)]]);
};
