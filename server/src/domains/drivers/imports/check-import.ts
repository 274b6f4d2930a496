import {
  DAY_ORDER_LABELS,
  type DayOrder,
  DRIVER_LINE_FIELDS,
  DRIVER_LINE_LABELS,
  type DriverMapping,
  MAX_HEAD_LINES,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { fingerprintOf } from '#lib/table-file/name-columns.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { clearLineOutcomes, keepLineOutcomes, nextFileLines } from './import-lines.repo.ts';
import { countOutcomes, keepDriverMapping, updateImport } from './imports.repo.ts';
import { judgeLines } from './judge-lines.ts';
import { lockExistingList } from './list-in-hand.ts';
import { type DriverLists, readDriverLists } from './reading/driver-lists.ts';
import { readChoice } from './reading/read-choice.ts';
import { repeatsOfLines } from './reading/repeat-of-line.ts';

/** Lines that are read and asked about at once. */
const BATCH = 2_000;

const unfit = (field: string, message: string): Refusal =>
  new Refusal('invalid_input', message, { issues: [{ path: `body.${field}`, message }] });

/** The column names that the mapping speaks of. Refuses columns that the file has not, and choices that the lists have not. */
const checkMapping = async (tx: Tx, id: string, mapping: DriverMapping, lists: DriverLists): Promise<string[]> => {
  const head = await nextFileLines(tx, id, 0, MAX_HEAD_LINES);
  const header = head.find(({ line }) => line === mapping.header_line);
  if (!header) throw unfit('header_line', 'Please choose the line of the column names among the first lines.');
  const missing = DRIVER_LINE_FIELDS.find((field) => (mapping[field] ?? 0) >= header.cells.length);
  if (missing) throw unfit(missing, `${DRIVER_LINE_LABELS[missing]}: this file has no such column.`);
  for (const field of ['nationality', 'identification_type'] as const) {
    const given = mapping[`default_${field}`];
    if (given !== '' && !readChoice(given, lists[field])) {
      throw unfit(`default_${field}`, `${DRIVER_LINE_LABELS[field]}: please choose it from the list.`);
    }
  }
  return header.cells;
};

/** Days that fit the other order alone prove the order wrong, also for all the days that fit both. */
const problemOf = (ofOtherOrder: number, otherOrder: DayOrder | null): string =>
  otherOrder === null
    ? ''
    : `${ofOtherOrder.toLocaleString('en-GB')} of its lines have a day that fits only the other order (${DAY_ORDER_LABELS[otherOrder]}). Please choose that one, or mend the file where it has both.`;

/** Judges all lines below the column names and stores their outcomes; gives the problem of the whole file, or nothing. */
const judgeAll = async (
  tx: Tx,
  id: string,
  reading: { mapping: DriverMapping; lists: DriverLists; now: Date },
): Promise<string> => {
  const repeats = repeatsOfLines();
  let [ofOtherOrder, otherOrder]: [number, DayOrder | null] = [0, null];
  let after = reading.mapping.header_line;
  for (let rows: TableRow[] = await nextFileLines(tx, id, after, BATCH); rows.length > 0; ) {
    const judged = await judgeLines(tx, rows, reading, repeats);
    for (const line of judged) if (line.otherOrder) [ofOtherOrder, otherOrder] = [ofOtherOrder + 1, line.otherOrder];
    await keepLineOutcomes(tx, id, judged);
    after = rows.at(-1)?.line ?? after;
    rows = rows.length < BATCH ? [] : await nextFileLines(tx, id, after, BATCH);
  }
  return problemOf(ofOtherOrder, otherOrder);
};

/**
 * Reads a list by a mapping and stores what an import would do with each line; makes no driver. The mapping is remembered for
 * lists with the same column names. Refused with 404 `not_found`, with 409 `conflict` once its import has begun, and with 400
 * `invalid_input` for a mapping that does not fit the file.
 */
export const checkImport = async (
  tx: Tx,
  id: string,
  mapping: DriverMapping,
  { by, now }: { by: Caller; now: Date },
): Promise<void> => {
  const list = await lockExistingList(tx, id);
  if (list.status !== 'uploaded' && list.status !== 'checked') {
    throw new Refusal('conflict', 'The import of this list has begun, so its columns stay as they are.');
  }
  const lists = await readDriverLists(tx);
  const names = await checkMapping(tx, id, mapping, lists);
  await clearLineOutcomes(tx, id);
  const problem = await judgeAll(tx, id, { mapping, lists, now });
  await updateImport(tx, id, { status: 'checked', mapping: JSON.stringify(mapping), problem });
  await countOutcomes(tx, id);
  await keepDriverMapping(tx, fingerprintOf(names), mapping, { by, now });
};
