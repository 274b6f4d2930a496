import { type DayOrder, type DriverLineOutcome, normalizeCarNumber, sameIdNumbers } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { mapGivingWay } from '#lib/give-way.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { driversWithKeys } from './known-drivers.repo.ts';
import { type LineDriver, type Reading, readDriverLine } from './reading/read-driver-line.ts';
import type { CurrentDriver, repeatsOfLines } from './reading/repeat-of-line.ts';

/** A line with what becomes of it; `driver` where one is made of it. */
export type JudgedLine = {
  line: number;
  outcome: DriverLineOutcome;
  reason: string;
  known_id: string | null;
  driver: LineDriver | null;
  otherOrder?: DayOrder | undefined;
};

/** Current drivers by each of the keys that lines may share with them. */
const byKeys = (drivers: readonly CurrentDriver[]) => {
  const found = new Map<string, CurrentDriver[]>();
  const add = (key: string, driver: CurrentDriver) => found.set(key, [...(found.get(key) ?? []), driver]);
  for (const driver of drivers) {
    add(`car ${driver.car_key}`, driver);
    add(`mobile ${driver.mobile_number}`, driver);
    if (driver.id_key !== null) add(`id ${driver.id_key}`, driver);
  }
  return ({ car_number, mobile_number, id_number }: LineDriver): CurrentDriver[] =>
    [
      `car ${normalizeCarNumber(car_number)}`,
      `mobile ${mobile_number}`,
      ...sameIdNumbers(id_number ?? '').map((id) => `id ${id}`),
    ].flatMap((key) => found.get(key) ?? []);
};

/** Reads lines and compares each with the current drivers of this moment, and with the lines before it. */
export const judgeLines = async (
  tx: Tx,
  rows: readonly TableRow[],
  reading: Reading,
  repeats: ReturnType<typeof repeatsOfLines>,
): Promise<JudgedLine[]> => {
  const lines = await mapGivingWay(rows, ({ line, cells }) => ({ line, ...readDriverLine(cells, reading) }));
  const drivers = lines.map(({ driver }) => driver).filter((driver) => driver !== null);
  const knownOf = byKeys(
    await driversWithKeys(tx, {
      cars: drivers.map(({ car_number }) => normalizeCarNumber(car_number)),
      mobiles: drivers.map(({ mobile_number }) => mobile_number),
      ids: drivers.flatMap(({ id_number }) => (id_number === null ? [] : sameIdNumbers(id_number))),
    }),
  );
  return mapGivingWay(lines, ({ line, driver, reason, otherOrder }) => {
    if (!driver) return { line, outcome: 'refused', reason, known_id: null, driver, otherOrder };
    const repeat = repeats.repeatOf(line, driver, knownOf(driver));
    if (repeat) return { line, ...repeat, driver: null };
    return { line, outcome: reason === '' ? 'new' : 'remark', reason, known_id: null, driver };
  });
};
