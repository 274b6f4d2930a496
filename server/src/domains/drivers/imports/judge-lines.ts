import { type DayOrder, type DriverLineOutcome, normalizeCarNumber, sameIdNumbers } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { mapYielding } from '#lib/yielder.ts';
import { driversWithKeys } from './driver-imports.repo.ts';
import { type ReadDriver, type Reading, readDriverLine } from './read-driver-line.ts';

export type CurrentDriver = { id: string; car_key: string; mobile_number: string; id_key: string | null };

type Repeat = { outcome: DriverLineOutcome; reason: string; known_id: string | null };

/** A number by which a line repeats a driver or another line. */
type Key = { kind: 'car' | 'mobile number' | 'ID number'; value: string };

const keysOf = ({ car_number, mobile_number, id_number }: ReadDriver): Key[] => [
  { kind: 'car', value: normalizeCarNumber(car_number) },
  { kind: 'mobile number', value: mobile_number },
  ...(id_number === null ? [] : sameIdNumbers(id_number)).map((value) => ({ kind: 'ID number' as const, value })),
];

const textOf = ({ kind, value }: Key): string => `${kind} ${value}`;

/** A further car of a person, known by a number; staff add it from the driver's page. */
const anotherCar = (kind: Key['kind'], whose: string, known_id: string | null): Repeat => ({
  outcome: 'another_car',
  reason: `${whose} has this ${kind} with another car. If it is the same person, add the car from the driver’s page.`,
  known_id,
});

const repeatOfDriver = ({ kind }: Key, { id, mobile_number, id_key }: CurrentDriver, keys: readonly Key[]): Repeat => {
  if (kind !== 'car') return anotherCar(kind, 'A current driver', id);
  const values = { car: null, 'mobile number': mobile_number, 'ID number': id_key };
  const whose = keys.some(({ kind, value }) => values[kind] === value) ? 'This driver' : 'Another driver';
  return { outcome: 'known', reason: `${whose} is registered with this car.`, known_id: id };
};

/** Finds repeats among the lines of a file, of which it keeps those that an import would take. */
export const repeatsOfLines = () => {
  const lines = new Map<string, number>();
  /** A line's repeat of a current driver, or else of an earlier line; null for a new one. */
  return (line: number, driver: ReadDriver, drivers: ReadonlyMap<string, CurrentDriver>): Repeat | null => {
    const keys = keysOf(driver);
    const current = keys.find((key) => drivers.has(textOf(key)));
    const found = current && drivers.get(textOf(current));
    if (found) return repeatOfDriver(current, found, keys);
    const repeated = keys.find((key) => lines.has(textOf(key)));
    if (!repeated) {
      for (const key of keys) lines.set(textOf(key), line);
      return null;
    }
    const earlier = lines.get(textOf(repeated));
    if (repeated.kind !== 'car') return anotherCar(repeated.kind, `Line ${earlier}`, null);
    return { outcome: 'repeated', reason: `The same car as line ${earlier}.`, known_id: null };
  };
};

/** A line with what becomes of it; `driver` where one is made of it. */
type JudgedLine = Repeat & { line: number; driver: ReadDriver | null; otherOrder?: DayOrder | undefined };

/** Reads lines, and compares each with the current drivers and with the lines before it. */
export const judgeLines = async (
  tx: Tx,
  rows: readonly TableRow[],
  reading: Reading,
  repeatOf: ReturnType<typeof repeatsOfLines>,
): Promise<JudgedLine[]> => {
  const lines = await mapYielding(rows, ({ line, cells }) => ({ line, ...readDriverLine(cells, reading) }));
  const keys = lines.flatMap(({ driver }) => (driver ? keysOf(driver) : []));
  const valuesOf = (kind: Key['kind']) => keys.filter((key) => key.kind === kind).map(({ value }) => value);
  const [cars, mobiles, ids] = [valuesOf('car'), valuesOf('mobile number'), valuesOf('ID number')];
  const found = await driversWithKeys(tx, { cars, mobiles, ids });
  const drivers = new Map(
    found.flatMap((driver) => [
      [`car ${driver.car_key}`, driver],
      [`mobile number ${driver.mobile_number}`, driver],
      [`ID number ${driver.id_key}`, driver],
    ]),
  );
  return mapYielding(lines, ({ line, driver, reason, otherOrder }) => {
    if (!driver) return { line, outcome: 'refused', reason, known_id: null, driver, otherOrder };
    const repeat = repeatOf(line, driver, drivers);
    if (repeat) return { line, ...repeat, driver: null };
    return { line, outcome: reason === '' ? 'new' : 'remark', reason, known_id: null, driver };
  });
};
