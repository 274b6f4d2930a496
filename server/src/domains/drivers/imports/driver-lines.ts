import {
  DRIVER_LINE_FIELDS,
  type DriverLine,
  driverLineList,
  fullName,
  type LineDriver,
  type ListQuery,
} from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { ownersById } from '../search/by-reference.repo.ts';
import { driverLinesSql, type ListedLine } from './driver-lines.repo.ts';
import { cellOf } from './reading/line-reader.ts';
import { nameOfLine } from './reading/read-driver-line.ts';

/** The cells of a line by their fields, and the name that they make. */
const cellsOf = ({ cells, mapping }: ListedLine): Pick<DriverLine, 'cells' | 'fullname'> => {
  const cell = (field: (typeof DRIVER_LINE_FIELDS)[number]) => (mapping ? cellOf(cells, mapping, field) : '');
  const found = DRIVER_LINE_FIELDS.map((field) => [field, cell(field)]);
  return {
    cells: Object.fromEntries(found) as DriverLine['cells'],
    fullname: fullName(nameOfLine(cell, mapping?.name_order ?? 'first')),
  };
};

type Owners = Awaited<ReturnType<typeof ownersById>>;

const driverOf = (owners: Owners, id: string | null): LineDriver | null => {
  const driver = id === null ? undefined : owners.get(id);
  if (!driver) return null;
  const { driver_code, car_number, mobile_number } = driver;
  return { id: driver.id, driver_code, fullname: fullName(driver), car_number, mobile_number };
};

export const driverLinesSource: ListSource<ListQuery<typeof driverLineList>, DriverLine> = listSource(
  driverLineList,
  driverLinesSql,
  async (rows, db) => {
    const ids = rows.flatMap(({ known_id, driver_id }) => [known_id, driver_id]).filter((id) => id !== null);
    const owners = ids.length === 0 ? new Map() : await ownersById(db, ids);
    return rows.map((row) => ({
      id: `${row.import_id}-${row.line}`,
      driver_import: row.import_id,
      line: row.line,
      outcome: row.outcome,
      reason: row.reason,
      is_imported: row.is_imported,
      ...cellsOf(row),
      known: driverOf(owners, row.known_id),
      driver: driverOf(owners, row.driver_id),
    }));
  },
);
