import { Id } from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { withSavepoint } from '#db/savepoint.ts';
import { audit } from '#domains/audit';
import { defineJob } from '#domains/jobs';
import type { Author } from '#lib/caller.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { isRepeat } from '../registration/check-registration.ts';
import { addDriversOfLines } from './add-drivers.ts';
import { keepLineOutcomes, nextLinesToAdd } from './import-lines.repo.ts';
import { addDrivers, countOutcomes, findImport, type ImportRow, lockImport, updateImport } from './imports.repo.ts';
import { giveWay } from './insert-drivers.repo.ts';
import { type JudgedLine, judgeLines } from './judge-lines.ts';
import { readDriverLists } from './reading/driver-lists.ts';
import type { Reading } from './reading/read-driver-line.ts';
import { repeatsOfLines } from './reading/repeat-of-line.ts';

/** Lines of a chunk, so few that a registration of one of its cars waits for a fraction of a second. */
const CHUNK = 250;

/** How often a chunk begins anew because somebody registered meanwhile, before its job waits for a while. */
const ATTEMPTS = 3;

type Chunk = { importId: string; rows: readonly TableRow[]; reading: Reading };

/**
 * Judges lines and makes drivers of those that are to be added. Where somebody registers one of their cars, mobile or ID
 * numbers in between, nothing of that is left, and all are judged anew.
 */
const addJudged = async (
  tx: Tx,
  chunk: Chunk,
  left = ATTEMPTS,
): Promise<{ judged: JudgedLine[]; ids: ReadonlyMap<number, string> }> => {
  const { importId, rows, reading } = chunk;
  const judged = await judgeLines(tx, rows, reading, repeatsOfLines());
  const toAdd = judged.flatMap(({ line, driver }) => (driver === null ? [] : [{ line, driver }]));
  try {
    const ids = await withSavepoint(tx, () => addDriversOfLines(tx, toAdd, { importId, now: reading.now }));
    return { judged, ids };
  } catch (error) {
    if (left === 1 || !isRepeat(error)) throw error;
    return addJudged(tx, chunk, left - 1);
  }
};

/** Makes drivers of lines, which are read and compared anew, and stores what became of each. */
const importRows = async (tx: Tx, { id, mapping }: ImportRow, rows: readonly TableRow[], now: Date): Promise<void> => {
  if (mapping === null) throw new Error('An import without a mapping has begun');
  await giveWay(tx);
  const reading = { mapping, lists: await readDriverLists(tx), now };
  const { judged, ids } = await addJudged(tx, { importId: id, rows, reading });
  const kept = judged.map((line) => {
    const driver_id = ids.get(line.line);
    return driver_id === undefined ? line : { ...line, driver_id };
  });
  await keepLineOutcomes(tx, id, kept);
  await addDrivers(tx, id, ids.size);
};

const finish = async (tx: Tx, id: string, { by, now }: { by: Author | null; now: Date }): Promise<void> => {
  await updateImport(tx, id, { status: 'imported', imported_at: now });
  await countOutcomes(tx, id);
  const list = await findImport(tx, id);
  if (!list || !by) return;
  const after = {
    drivers: list.drivers,
    ...Object.fromEntries(list.counts.map(({ outcome, lines }) => [`lines_${outcome}`, lines])),
  };
  const subject = { kind: 'driver_import', id, name: list.file_name };
  await audit(tx, by, { action: 'driver_imports.done', subject, after }, now);
};

/** Makes drivers of a list's lines, a chunk a transaction: drivers, accounts, outcomes and progress are kept together or not at all. */
export const driverImport = defineJob({
  name: 'import drivers',
  needs: 'drivers.import',
  input: z.strictObject({ driver_import: Id, lines: z.int() }),
  position: z.strictObject({ line: z.int(), done: z.int() }),
  chunk: async (tx, { input, position, by, now }) => {
    const { line: after, done: before } = position ?? { line: 0, done: 0 };
    const list = await lockImport(tx, input.driver_import);
    const rows = list ? await nextLinesToAdd(tx, list.id, after, CHUNK) : [];
    if (list && rows.length > 0) await importRows(tx, list, rows, now);
    const done = before + rows.length;
    const last = rows.length < CHUNK ? undefined : rows.at(-1);
    if (list && !last) await finish(tx, list.id, { by, now });
    return { next: last ? { line: last.line, done } : null, done, total: input.lines };
  },
});
