import {
  DRIVER_LINE_FIELDS,
  type DriverLine,
  type DriverLineField,
  type DriverMapping,
  fullName,
  type LineDriver,
} from '@banbo/contract';
import type { Selectable } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import { ownersById } from '../search/by-reference.repo.ts';
import { cellOf } from './reading/line-reader.ts';
import { nameOfLine } from './reading/read-driver-line.ts';

/** A line of a list as it is stored. */
export type StoredLine = Pick<Selectable<Tables['driver_import_lines']>, 'line' | 'cells' | 'known_id' | 'driver_id'>;

/** The fields of lines that no column has: their cells by field, the name that these make, and the drivers beside them. */
export const showLines = async (
  rows: readonly (StoredLine & { mapping: DriverMapping | null })[],
  db: Db,
): Promise<Pick<DriverLine, 'cells' | 'fullname' | 'known' | 'driver'>[]> => {
  const ids = rows.flatMap(({ known_id, driver_id }) => [known_id, driver_id]).filter((id) => id !== null);
  const owners = ids.length === 0 ? new Map() : await ownersById(db, ids);
  const driverOf = (id: string | null): LineDriver | null => {
    const driver = id === null ? undefined : owners.get(id);
    if (!driver) return null;
    const { driver_code, car_number, mobile_number } = driver;
    return { id: driver.id, driver_code, fullname: fullName(driver), car_number, mobile_number };
  };
  return rows.map(({ cells, mapping, known_id, driver_id }) => {
    const cell = (field: DriverLineField) => (mapping ? cellOf(cells, mapping, field) : '');
    return {
      cells: Object.fromEntries(DRIVER_LINE_FIELDS.map((field) => [field, cell(field)])) as DriverLine['cells'],
      fullname: fullName(nameOfLine(cell, mapping?.name_order ?? 'first')),
      known: driverOf(known_id),
      driver: driverOf(driver_id),
    };
  });
};
