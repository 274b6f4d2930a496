import {
  DAY_ORDER_LABELS,
  MAX_HEAD_LINES,
  STATEMENT_FIELD_LABELS,
  STATEMENT_FIELDS,
  type StatementMapping,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { fingerprintOf } from '#lib/table-file/name-columns.ts';
import { type Checked, checkLines } from './check-lines.ts';
import { clearOutcomes, nextRows } from './lines.repo.ts';
import { noStatement } from './no-statement.ts';
import { countOutcomes, keepMapping, lockStatement, updateStatement } from './statements.repo.ts';

const unfit = (field: string, message: string): Refusal =>
  new Refusal('invalid_input', message, { issues: [{ path: `body.${field}`, message }] });

/** The column names that the mapping speaks of. */
const namesOf = async (tx: Tx, id: string, mapping: StatementMapping): Promise<string[]> => {
  const head = await nextRows(tx, id, 0, MAX_HEAD_LINES);
  const header = head.find(({ line }) => line === mapping.header_line);
  if (!header) throw unfit('header_line', 'Please choose the line of the column names among the first lines.');
  const missing = STATEMENT_FIELDS.find((field) => (mapping[field] ?? 0) >= header.cells.length);
  if (missing) throw unfit(missing, `${STATEMENT_FIELD_LABELS[missing]}: this file has no such column.`);
  return header.cells;
};

/** Days that fit the other order alone prove the order wrong, also for all the days that fit both. */
const problemOf = ({ ofOtherOrder, otherOrder }: Checked): string =>
  otherOrder === null
    ? ''
    : `${ofOtherOrder.toLocaleString('en-GB')} of its days fit only the other order (${DAY_ORDER_LABELS[otherOrder]}). Please choose that one, or mend the file where it has both.`;

/**
 * Reads a statement by a mapping and stores what an import would do with each line; records no money. The mapping is remembered
 * for statements with the same column names. Refused with 404 `not_found`, with 409 `conflict` once it was imported, and with
 * 400 `invalid_input` for a mapping that does not fit the file.
 */
export const checkStatement = async (
  tx: Tx,
  id: string,
  mapping: StatementMapping,
  { by, now }: { by: Caller; now: Date },
): Promise<void> => {
  const statement = await lockStatement(tx, id);
  if (!statement) throw noStatement();
  if (statement.status !== 'uploaded' && statement.status !== 'checked') {
    throw new Refusal('conflict', 'The import of this statement has begun, so its columns stay as they are.');
  }
  const names = await namesOf(tx, id, mapping);
  await clearOutcomes(tx, id);
  const checked = await checkLines(tx, id, mapping, now);
  await updateStatement(tx, id, {
    status: 'checked',
    mapping: JSON.stringify(mapping),
    problem: problemOf(checked),
    unknown_directions: JSON.stringify(checked.unknownDirections),
  });
  await countOutcomes(tx, id);
  await keepMapping(tx, fingerprintOf(names), mapping, { by, now });
};
