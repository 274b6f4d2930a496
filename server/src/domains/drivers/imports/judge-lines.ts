import { type DayOrder, type DriverLineOutcome, normalizeCarNumber, sameIdNumbers } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { mapYielding } from '#lib/yielder.ts';
import { driversWithKeys } from './insert-drivers.repo.ts';
import { type LineDriver, type Reading, readDriverLine } from './reading/read-driver-line.ts';

/** A current driver by whom a line is compared. */
export type CurrentDriver = { id: string; car_key: string; mobile_number: string; id_key: string | null };

/** A line that says the same car or the same person as another line or a current driver. */
type Repeat = {
  outcome: Extract<DriverLineOutcome, 'known' | 'another_car' | 'repeated'>;
  reason: string;
  known_id: string | null;
};

type Keys = { car: string; mobile: string; ids: string[] };

const keysOf = ({ car_number, mobile_number, id_number }: LineDriver): Keys => ({
  car: normalizeCarNumber(car_number),
  mobile: mobile_number,
  ids: id_number === null ? [] : sameIdNumbers(id_number),
});

const ADD_ELSEWHERE = 'If it is the same person, add the car from the driver’s page.';

/**
 * Another car of somebody who has one already, by the mobile or the ID number. Such a line is left out, here alone: a person's
 * further cars are added from the driver's page.
 */
const anotherCar = (what: 'mobile number' | 'ID number', whose: string, known_id: string | null): Repeat => ({
  outcome: 'another_car',
  reason: `${whose} has this ${what} with another car. ${ADD_ELSEWHERE}`,
  known_id,
});

const repeatOfDriver = ({ car, mobile, ids }: Keys, drivers: readonly CurrentDriver[]): Repeat | null => {
  const sameCar = drivers.find(({ car_key }) => car_key === car);
  if (sameCar) {
    const isSame = sameCar.mobile_number === mobile || (sameCar.id_key !== null && ids.includes(sameCar.id_key));
    const reason = isSame ? 'This driver is registered with this car.' : 'Another driver is registered with this car.';
    return { outcome: 'known', reason, known_id: sameCar.id };
  }
  const sameMobile = drivers.find(({ mobile_number }) => mobile_number === mobile);
  if (sameMobile) return anotherCar('mobile number', 'A current driver', sameMobile.id);
  const sameId = drivers.find(({ id_key }) => id_key !== null && ids.includes(id_key));
  return sameId ? anotherCar('ID number', 'A current driver', sameId.id) : null;
};

/** The lines of a file that an import would take, by which later ones are compared. */
export const repeatsOfLines = () => {
  const [cars, mobiles, numbers] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const ofLine = ({ car, mobile, ids }: Keys): Repeat | null => {
    const line = cars.get(car);
    if (line) return { outcome: 'repeated', reason: `The same car as line ${line}.`, known_id: null };
    const sameMobile = mobiles.get(mobile);
    if (sameMobile) return anotherCar('mobile number', `Line ${sameMobile}`, null);
    const sameId = ids.map((id) => numbers.get(id)).find((found) => found !== undefined);
    return sameId ? anotherCar('ID number', `Line ${sameId}`, null) : null;
  };
  return {
    /** The repeat of a line, of a current driver before one of another line; null for the first of its car and person. */
    repeatOf: (line: number, driver: LineDriver, drivers: readonly CurrentDriver[]): Repeat | null => {
      const keys = keysOf(driver);
      const repeat = repeatOfDriver(keys, drivers) ?? ofLine(keys);
      if (repeat) return repeat;
      cars.set(keys.car, line);
      mobiles.set(keys.mobile, line);
      for (const id of keys.ids) numbers.set(id, line);
      return null;
    },
  };
};

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
  const lines = await mapYielding(rows, ({ line, cells }) => ({ line, ...readDriverLine(cells, reading) }));
  const drivers = lines.map(({ driver }) => driver).filter((driver) => driver !== null);
  const knownOf = byKeys(
    await driversWithKeys(tx, {
      cars: drivers.map(({ car_number }) => normalizeCarNumber(car_number)),
      mobiles: drivers.map(({ mobile_number }) => mobile_number),
      ids: drivers.flatMap(({ id_number }) => (id_number === null ? [] : sameIdNumbers(id_number))),
    }),
  );
  return mapYielding(lines, ({ line, driver, reason, otherOrder }) => {
    if (!driver) return { line, outcome: 'refused', reason, known_id: null, driver, otherOrder };
    const repeat = repeats.repeatOf(line, driver, knownOf(driver));
    if (repeat) return { line, ...repeat, driver: null };
    return { line, outcome: reason === '' ? 'new' : 'remark', reason, known_id: null, driver };
  });
};
