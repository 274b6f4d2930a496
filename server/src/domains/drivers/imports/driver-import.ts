import {
  addDays,
  DRIVER_LINE_LABELS,
  type DriverLineField,
  type DriverMapping,
  driverCodeOf,
  driverImports,
  eachField,
  fromPesewas,
  fullName,
  type LineDriver,
  type PlanSlug,
  today,
  toPesewas,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { withSavepoint } from '#db/violated-constraint.ts';
import { waitBriefly } from '#db/wait-briefly.ts';
import { createMemberAccounts } from '#domains/identity';
import { importLife, type StoredRow, unfit } from '#domains/imports';
import type { Author } from '#lib/caller.ts';
import { readChoice } from '#lib/table-file/read-cell.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { isRepeat } from '../registration/check-registration.ts';
import { ownersById } from '../search/by-reference.repo.ts';
import { countAdded, insertNewDrivers, nextSerials } from './driver-imports.repo.ts';
import { judgeLines, repeatsOfLines } from './judge-lines.ts';
import type { Opening } from './openings.repo.ts';
import { addOpenings } from './openings.ts';
import { cellOf, nameOfLine, type ReadDriver, type Reading, readDriverLists } from './read-driver-line.ts';

type StoredLine = Pick<StoredRow<'driver_import_lines'>, 'line' | 'cells' | 'known_id' | 'driver_id'>;

const showLines = async (rows: readonly (StoredLine & { mapping: DriverMapping | null })[], db: Db) => {
  const ids = rows.flatMap(({ known_id, driver_id }) => [known_id, driver_id]).filter((id) => id !== null);
  const owners: Awaited<ReturnType<typeof ownersById>> = ids.length === 0 ? new Map() : await ownersById(db, ids);
  const driverOf = (id: string | null): LineDriver | null => {
    const driver = owners.get(id ?? '');
    return driver ? { ...driver, fullname: fullName(driver) } : null;
  };
  return rows.map(({ cells, mapping, known_id, driver_id }) => {
    const cell = (field: DriverLineField) => (mapping ? cellOf(cells, mapping, field) : '');
    return {
      cells: eachField(DRIVER_LINE_LABELS, cell),
      fullname: fullName(nameOfLine(cell, mapping?.name_order ?? 'first')),
      known: driverOf(known_id),
      driver: driverOf(driver_id),
    };
  });
};

/** How often a chunk is tried while others register, before its job waits for a while. */
const ATTEMPTS = 3;

/** A new driver's debts of today, as money text, and the years whose months have no price. */
export type OwedAhead = { owes: string; unpriced_years: readonly number[] };
/** Works out what new drivers would owe on a day; it is known above this domain. */
export type WouldOwe = (db: Db, now: Date) => Promise<(driver: NewDebtor, day: string) => OwedAhead>;
export type NewDebtor = {
  registered_on: string;
  plan: PlanSlug | null;
  opening: Pick<Opening, 'billed_from' | 'owed'> | null;
};

const debtorOf = ({ registered_on, plan, opening }: ReadDriver, now: Date): NewDebtor => ({
  registered_on: registered_on ?? today(now),
  plan,
  opening: opening && {
    billed_from: opening.billed_from,
    owed: toPesewas(opening.amount) > 0n ? opening.amount : null,
  },
});

/** The day up to which months are left out: today, or that before fees begin. */
const leftOutUntil = ({ opening }: NewDebtor, now: Date): string => {
  const before = opening ? addDays(opening.billed_from, -1) : '';
  return before > today(now) ? before : today(now);
};

/** Adds up what the drivers of a list would owe and bring along, and debts that it leaves out. */
const sumsAhead = () => {
  let [debtors, debts, credited, credits, forgives] = [0, 0n, 0, 0n, 0n];
  const unpriced = new Set<number>();
  return {
    add: ({ opening }: ReadDriver, { owes, unpriced_years }: OwedAhead, leavesOut: bigint): void => {
      if (leavesOut > 0n) forgives += leavesOut;
      if (owes !== '0.00') [debtors, debts] = [debtors + 1, debts + toPesewas(owes)];
      const credit = opening ? -toPesewas(opening.amount) : 0n;
      if (credit > 0n) [credited, credits] = [credited + 1, credits + credit];
      for (const year of unpriced_years) unpriced.add(year);
    },
    sums: () => ({
      ...{ debtors, debts: fromPesewas(debts), credited, credits: fromPesewas(credits) },
      forgives: fromPesewas(forgives),
      unpriced_years: [...unpriced].sort((one, other) => one - other),
    }),
  };
};

const SUGGESTED = { name_order: 'first', default_nationality: '', default_identification_type: '', default_plan: '' };

/**
 * Makes drivers, each with a member account without a password; gives the record numbers by lines.
 * Fails with the violated index where another driver has the car or number of a line by then.
 */
const addDriversOfLines = async (
  tx: Tx,
  lines: readonly { line: number; driver: ReadDriver }[],
  import_id: string,
  { by, now }: { by: Author | null; now: Date },
): Promise<ReadonlyMap<number, string>> => {
  if (lines.length === 0) return new Map();
  const logins = (await nextSerials(tx, lines.length)).map(driverCodeOf);
  const accounts = await createMemberAccounts(tx, { logins, now });
  const rows = lines.map(({ driver: { registered_on, ...driver } }, at) => ({
    ...driver,
    driver_code: logins[at] ?? '',
    account_id: accounts.get(logins[at] ?? '') ?? '',
    registered_at: registered_on === null ? now : new Date(registered_on),
    // Days without the fee count for registrations alone (docs/product/drivers.md, rule 47).
    unpaid_since: null,
    // With an opening, fees that are paid once were paid before (rule 59).
    is_fee_due: driver.opening === null,
    import_id,
  }));
  const ids = await insertNewDrivers(tx, rows);
  await addOpenings(
    tx,
    rows.flatMap(({ driver_code, opening }) => (opening ? { driver_id: ids.get(driver_code) ?? '', ...opening } : [])),
    { by, now },
  );
  return new Map(lines.map(({ line }, at) => [line, ids.get(logins[at] ?? '') ?? '']));
};

/** Judges lines and adds their drivers; all anew if somebody registers one of them meanwhile. */
const addJudged = async (tx: Tx, importId: string, rows: readonly TableRow[], reading: Reading, by: Author | null) => {
  for (let attempt = 1; ; attempt += 1) {
    const judged = await judgeLines(tx, rows, reading, repeatsOfLines());
    const toAdd = judged.flatMap(({ line, driver }) => (driver === null ? [] : [{ line, driver }]));
    try {
      const ids = await withSavepoint(tx, () => addDriversOfLines(tx, toAdd, importId, { by, now: reading.now }));
      return { judged, ids };
    } catch (error) {
      if (attempt === ATTEMPTS || !isRepeat(error)) throw error;
    }
  }
};

/** Reads the lists of choices, and refuses a mapping whose defaults are not in them. */
const readingBy = async (tx: Tx, { mapping, now }: { mapping: DriverMapping; now: Date }): Promise<Reading> => {
  const lists = await readDriverLists(tx);
  for (const field of ['nationality', 'identification_type'] as const) {
    const given = mapping[`default_${field}`];
    if (given !== '' && !readChoice(given, lists[field])) {
      throw unfit(`default_${field}`, `${DRIVER_LINE_LABELS[field]}: please choose it from the list.`);
    }
  }
  return { mapping, lists, now };
};

const lifeOf = (wouldOwe: WouldOwe | null) =>
  importLife<DriverLineField, DriverMapping, StoredRow<'driver_imports'>, StoredLine>({
    contract: driverImports,
    tables: { imports: 'driver_imports', lines: 'driver_import_lines', mappings: 'driver_import_mappings' },
    lineColumns: ['known_id', 'driver_id', 'owes'],
    job: 'import drivers',
    records: 'drivers',
    noted: ({ drivers }) => ({ drivers }),
    sentences: {
      noTable:
        'No list was found in this file. It needs column names, and lines with a name, a car and a mobile number.',
      nothingToTake: 'No line of this list is a driver who could be added.',
      otherDays: 'lines have a day that fits',
    },
    // `Mobile` would take the column of the next of kin; so narrower names come before it.
    names: {
      kin_mobile_number: [/^(next of kin|nok|kin)('?s)?[ (-]*(mobile|phone|tel|contact|number|no)/i],
      kin_relationship: [/^((next of kin|nok|kin)('?s)? )?relation(ship)?( to driver)?$/i],
      next_of_kin: [/^(next of kin|nok|kin)( (full )?name)?$/i, /^(next of kin|nok) /i],
      reference_mobile_number: [/^ref(erence|eree)?( person)?('?s)? (mobile|phone|tel|contact|number|no)/i],
      reference_person: [/^ref(erence|eree)?( person)?( name)?$/i],
      spouse_mobile_number: [/^spouse('?s)? (mobile|phone|tel|contact|number|no)/i],
      last_name: [/^(last|family) ?name$/i, /^surname$/i],
      middle_name: [/^(middle|other) ?names?$/i],
      first_name: [/^first ?names?$/i, /^(given|fore) ?names?$/i],
      full_name: [/^full ?name$/i, /^(name of )?(driver|member|customer|client)('?s)?( name)?$/i, /^names?$/i],
      car_number: [
        /^(car|vehicle|plate|licen[cs]e plate)[ .]*(reg(istration)?[ .]*)?(no|num|number|plate)?\.?$/i,
        /^reg(istration)?[ .]*(no|num|number)\.?$/i,
      ],
      mobile_number: [
        /^(mobile|phone|cell|momo|tel|telephone|contact)[ .]*(phone|no|num|number)?\.?$/i,
        /^(mobile|phone|telephone)/i,
      ],
      gender: [/^(gender|sex)$/i],
      date_of_birth: [/^(date of birth|birth ?date|birthday|d\.? ?o\.? ?b\.?)$/i, /^born/i],
      nationality: [/^(nationality|citizenship|country)$/i],
      identification_type: [/^(id|identification|document|card)[ .]*(card )?type$/i, /^type of id/i],
      id_number: [
        /^(id|identification|document|card|ghana card|passport|national id)[ .]*(card )?(no|num|number)\.?$/i,
        /^(ghana card|national id)$/i,
      ],
      date_issued: [/^(date (of )?issued?|issued?( date| on)?|issuing date)$/i],
      marital_status: [/^marital( status)?$/i],
      email: [/^e-?mail( address)?$/i],
      gps_address: [/^(ghana ?post )?(gps|digital)( address)?$/i],
      plan: [/^(plan|package)( name)?$/i, /^subscription( plan)?$/i],
      paid_until: [
        /^(paid|covered|valid)([ -]up)?[ -](until|till|to)( month| date)?$/i,
        /^last (month )?paid( month)?$/i,
      ],
      opening_balance: [/^opening balance/i, /^(balance|arrears|debt|owed|amount owed)( b\/?f)?( \(?GHS\)?)?$/i],
      registered_on: [
        /^(registered( on)?|registration date|date (of )?regist(ered|ration))$/i,
        /^(date )?joined$/i,
        /^(start|join|member since)/i,
      ],
    },
    suggest: ({ first_name, last_name, full_name }) => {
      // The full name adds nothing to first and last name.
      if (first_name !== null && last_name !== null) return { ...SUGGESTED, full_name: null };
      return full_name === null ? SUGGESTED : { ...SUGGESTED, first_name: null, last_name: null, middle_name: null };
    },
    judge: async (tx, file) => {
      const reading = await readingBy(tx, file);
      const repeats = repeatsOfLines();
      const owesOf = await wouldOwe?.(tx, file.now);
      const ahead = sumsAhead();
      return {
        lines: async (rows) =>
          (await judgeLines(tx, rows, reading, repeats)).map(({ driver, ...judged }) => {
            if (!driver || !owesOf) return { ...judged, owes: null };
            const debtor = debtorOf(driver, file.now);
            const owed = owesOf(debtor, today(file.now));
            const until = leftOutUntil(debtor, file.now);
            const without = owesOf({ ...debtor, opening: null }, until);
            ahead.add(driver, owed, toPesewas(without.owes) - toPesewas(owesOf(debtor, until).owes));
            return { ...judged, owes: owed.owes };
          }),
        end: () => ({ columns: ahead.sums(), lines: [] }),
      };
    },
    hand: 'listed',
    chunk: 250,
    take: async (tx, { id, mapping }, rows, { by, now }) => {
      await waitBriefly(tx);
      const reading = { mapping, lists: await readDriverLists(tx), now };
      const { judged, ids } = await addJudged(tx, id, rows, reading, by);
      await countAdded(tx, id, ids.size);
      return judged.map(({ line, outcome, reason, known_id }) => {
        const driver_id = ids.get(line) ?? null;
        return { line, outcome, reason, known_id, driver_id, is_imported: driver_id !== null };
      });
    },
    showLines,
    // Lines hold people's data, which is in the drivers' records by then.
    keepsLinesDays: 30,
  });

/** The import as staff use it: its preview says what its drivers would owe. */
export const importOfDrivers = (wouldOwe: WouldOwe) => lifeOf(wouldOwe);

/** The import as jobs use it, which judge no debts. */
export const driverLists = lifeOf(null);
export const { job: driverImport, clearOld: clearOldDriverImports } = driverLists;
