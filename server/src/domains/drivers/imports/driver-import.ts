import {
  DRIVER_LINE_LABELS,
  type DriverLineField,
  type DriverMapping,
  driverCodeOf,
  driverImports,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { withSavepoint } from '#db/violated-constraint.ts';
import { createMemberAccounts } from '#domains/identity';
import { importLife, unfit } from '#domains/imports';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { isRepeat } from '../registration/check-registration.ts';
import type { DriverImportRow } from './driver-lines.repo.ts';
import { countAdded, giveWay, insertNewDrivers, nextSerials, putOnPlans } from './insert-drivers.repo.ts';
import { type JudgedLine, judgeLines, repeatsOfLines } from './judge-lines.ts';
import { readChoice } from './reading/line-reader.ts';
import { type LineDriver, type Reading, readDriverLists } from './reading/read-driver-line.ts';

/** How often a chunk begins anew because somebody registered meanwhile, before its job waits for a while. */
const ATTEMPTS = 3;

/** The part of a suggestion that no column says. */
const SUGGESTED = { name_order: 'first', default_nationality: '', default_identification_type: '', default_plan: '' };

type Added = { line: number; driver: LineDriver };

/**
 * Makes drivers of lines, each with a driver code and a member account without a password or a code for one, by a statement
 * for all of them. Gives the record numbers by the lines. Fails with the violated index where another driver has the car or
 * number of a line by then.
 */
const addDriversOfLines = async (
  tx: Tx,
  lines: readonly Added[],
  { importId, now }: { importId: string; now: Date },
): Promise<ReadonlyMap<number, string>> => {
  if (lines.length === 0) return new Map();
  const serials = await nextSerials(tx, lines.length);
  const coded = lines.map((line, at) => ({ ...line, driver_code: driverCodeOf(serials[at] ?? 0) }));
  const accounts = await createMemberAccounts(tx, { logins: coded.map(({ driver_code }) => driver_code), now });
  const rows = coded.map(({ driver: { plan: _, registered_on, ...driver }, driver_code }) => ({
    ...driver,
    driver_code,
    account_id: accounts.get(driver_code) ?? '',
    registered_at: registered_on === null ? now : new Date(registered_on),
    // Days without the registration fee count for registrations alone (docs/product/drivers.md, rule 47).
    unpaid_since: null,
    is_fee_due: true,
    import_id: importId,
  }));
  const ids = await insertNewDrivers(tx, rows);
  const added = coded.map(({ line, driver, driver_code }) => ({
    line,
    id: ids.get(driver_code) ?? '',
    plan: driver.plan,
  }));
  const plans = added.flatMap(({ id, plan }) => (plan === null ? [] : [{ driver_id: id, plan }]));
  if (plans.length > 0) await putOnPlans(tx, plans);
  return new Map(added.map(({ line, id }) => [line, id]));
};

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

/** Reads the lists of choices, of which the mapping's own choices must be. */
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

/** Lists of drivers, of whose lines an import makes drivers. */
export const importOfDrivers = importLife<DriverLineField, DriverMapping, DriverImportRow, TableRow>({
  contract: driverImports,
  tables: {
    imports: 'driver_imports',
    lines: 'driver_import_lines',
    mappings: 'driver_import_mappings',
    lineColumns: ['known_id', 'driver_id'],
    sums: [],
  },
  job: 'import drivers',
  thing: 'list',
  missing: 'list of drivers',
  records: 'drivers',
  action: 'driver_imports',
  noted: {
    import: (_, lines) => ({ lines }),
    cancel: ({ drivers }) => ({ drivers }),
    done: ({ drivers, counts }) => ({
      drivers,
      ...Object.fromEntries(counts.map(({ outcome, lines }) => [`lines_${outcome}`, lines])),
    }),
  },
  sentences: {
    noTable: 'No list was found in this file. It needs column names, and lines with a name, a car and a mobile number.',
    nothingToTake: 'No line of this list is a driver who could be added.',
    otherDays: 'lines have a day that fits',
  },
  file: { cells: 3, name: 'drivers' },
  // A field that a wider name would take from another one, as `Mobile` takes that of the next of kin, comes after it.
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
    registered_on: [
      /^(registered( on)?|registration date|date (of )?regist(ered|ration))$/i,
      /^(date )?joined$/i,
      /^(start|join|member since)/i,
    ],
  },
  looked: [],
  suggest: ({ first_name, last_name, full_name }) => {
    if (first_name !== null && last_name !== null) {
      // Where both stand apart, a column of the whole name says nothing more; with one of them it says both.
      return { ...SUGGESTED, full_name: null };
    }
    return full_name === null ? SUGGESTED : { ...SUGGESTED, first_name: null, last_name: null, middle_name: null };
  },
  judge: async (tx, file) => {
    const reading = await readingBy(tx, file);
    const repeats = repeatsOfLines();
    return {
      lines: async (rows) => (await judgeLines(tx, rows, reading, repeats)).map(({ driver: _, ...judged }) => judged),
    };
  },
  // So few that a registration of one of its cars waits for a fraction of a second.
  chunk: 250,
  take: async (tx, { id, mapping }, rows, { now }) => {
    await giveWay(tx);
    const reading = { mapping, lists: await readDriverLists(tx), now };
    const { judged, ids } = await addJudged(tx, { importId: id, rows, reading });
    await countAdded(tx, id, ids.size);
    return judged.map(({ line, outcome, reason, known_id }) => {
      const driver_id = ids.get(line) ?? null;
      return { line, outcome, reason, known_id, driver_id, is_imported: driver_id !== null };
    });
  },
  shown: ({ drivers, taken_back }) => ({ drivers, taken_back }),
  // They hold people's data, which the drivers' records have by then.
  keepsLines: 30,
});

export const { job: driverImport, clearOld: clearOldDriverImports } = importOfDrivers;
