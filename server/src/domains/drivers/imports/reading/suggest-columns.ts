import { DAY_FIELDS, type DriverLineField, MAX_HEAD_LINES, type SuggestedDriverMapping } from '@banbo/contract';
import { type ColumnNames, columnsByName, headerOf } from '#lib/table-file/name-columns.ts';
import { orderOf } from '#lib/table-file/read-day.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';

/**
 * Names that columns have in lists of drivers, the likeliest first. A field that a wider name would take from another one, as
 * `Mobile` takes that of the next of kin, comes after it.
 */
const NAMES: ColumnNames<DriverLineField> = {
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
};

const columnsOf = (head: readonly TableRow[]) => {
  const header = headerOf(head, NAMES);
  return { header, found: columnsByName(header?.cells ?? [], NAMES) };
};

/** The columns of days, by the first lines; the suggestion looks at all their values. */
export const dayColumns = (head: readonly TableRow[]): (number | null)[] => {
  const { found } = columnsOf(head);
  return DAY_FIELDS.map((field) => found[field]);
};

/** Suggests how to read a list of drivers, by the names of its columns and its days. */
export const suggestColumns = async (rows: readonly TableRow[]): Promise<SuggestedDriverMapping> => {
  const { header, found } = columnsOf(rows.slice(0, MAX_HEAD_LINES));
  const hasBothNames = found.first_name !== null && found.last_name !== null;
  const columns = {
    ...found,
    // Where both stand apart, a column of the whole name says nothing more; with one of them it says both.
    ...(hasBothNames && { full_name: null }),
    ...(!hasBothNames && found.full_name !== null && { first_name: null, last_name: null, middle_name: null }),
  };
  const below = rows.filter(({ line }) => line > (header?.line ?? 0));
  const days = DAY_FIELDS.flatMap((field) => {
    const column = columns[field];
    return column === null ? [] : below.map(({ cells }) => cells[column] ?? '');
  });
  return {
    header_line: header?.line ?? 1,
    day_order: await orderOf(days),
    name_order: 'first',
    ...columns,
    default_nationality: '',
    default_identification_type: '',
    default_plan: '',
  };
};
