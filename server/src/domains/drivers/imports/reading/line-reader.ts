import {
  type DayOrder,
  DRIVER_LINE_LABELS,
  type DriverDayField,
  type DriverLineField,
  type DriverMapping,
  idNumberProblem,
  normalizePhone,
  RegistrationFields,
  writtenIdNumber,
} from '@banbo/contract';
import { readDay } from '#lib/table-file/read-day.ts';
import { upper } from '#lib/values.ts';

/** Words that old lists put where nothing is known. */
const NOTHING = /^(?:[-–—.?/]+|n\/?a|nil|none|null|unknown)$/i;

/** Drops the mark that keeps a spreadsheet from shortening digits or running a formula. */
const unquoted = (cell: string): string => /^="(.*)"$/.exec(cell)?.[1] ?? cell.replace(/^'(?=[=+@\d-])/, '');

/** The cell of a line for a field; empty where the list has no such column or nothing is known. */
export const cellOf = (cells: readonly string[], mapping: DriverMapping, field: DriverLineField): string => {
  const column = mapping[field];
  const cell = unquoted(column === null ? '' : (cells[column] ?? '')).trim();
  return NOTHING.test(cell) ? '' : cell;
};

/** Choices by each of their spellings, of which only letters and digits count. */
export type Choices<Value extends string = string> = ReadonlyMap<string, Value>;

const keyOf = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The choices of a list, and further spellings of some of them. */
export const choicesOf = <Value extends string>(
  values: readonly Value[],
  spellings: readonly (readonly [spelling: string, value: Value])[] = [],
): Choices<Value> => {
  const known = spellings.filter(([, value]) => values.includes(value));
  return new Map(
    [...known, ...values.map((value) => [value, value] as const)].map(([text, value]) => [keyOf(text), value]),
  );
};

/** The choice that a text means; null where the list has none like it. */
export const readChoice = <Value extends string>(text: string, choices: Choices<Value>): Value | null =>
  choices.get(keyOf(text)) ?? null;

type Checked = Exclude<DriverLineField & keyof RegistrationFields, 'plan'>;
type PhoneField = Extract<Checked, `${string}mobile_number`>;

/** Days before this one are slips of the pen. */
const FIRST_DAY = '1900-01-01';
/** Signs and words between several numbers in one cell. */
const BETWEEN = /[/,;|&]| or /i;

export const hasSeveralNumbers = (cell: string): boolean => BETWEEN.test(cell);

/** Reads the cells of a line by the rules of registration, and gathers problems as sentences. */
export const lineReader = (cells: readonly string[], mapping: DriverMapping, now: Date) => {
  const problems = new Set<string>();
  const said = new Set<DriverLineField>();
  let otherOrder: DayOrder | undefined;

  const say = (field: DriverLineField, problem: string): null => {
    said.add(field);
    problems.add(`${DRIVER_LINE_LABELS[field]}: ${problem}${/[.!?]$/.test(problem) ? '' : '.'}`);
    return null;
  };

  /** The cell of a field; empty without one, and where it cannot be read. */
  const cell = (field: DriverLineField): string => {
    const text = cellOf(cells, mapping, field);
    // A formula whose value the file does not have.
    if (!/^[=@]/.test(text)) return text;
    say(field, 'A formula stands here without its value. Please save the file again in the spreadsheet.');
    return '';
  };

  /** Checks a text by the rule of a field; null where it is empty, or where a problem was said. */
  const taken = (field: DriverLineField, rule: Checked, text: string): string | null => {
    if (text === '') return null;
    const parsed = RegistrationFields.shape[rule].safeParse(text);
    return parsed.success ? (parsed.data ?? null) : say(field, parsed.error.issues[0]?.message ?? 'It cannot be read.');
  };

  const inUppercase = (text: string | null): string | null => text && upper(text);

  return {
    cell,
    say,
    /** Says of a field that it is missing, unless its problem or that of the full name was said. */
    need: (field: DriverLineField, text: string): void => {
      if (text === '' && !said.has(field) && !said.has('full_name')) say(field, 'It is missing.');
    },
    problems: (): string => [...problems].join(' '),
    /** The other order of days, where one of the line's days fits that alone. */
    otherOrder: () => otherOrder,
    text: (field: Checked): string | null => inUppercase(taken(field, field, cell(field))),
    /** A part of a name, which may have come from the column of the full name. */
    name: (field: 'first_name' | 'middle_name' | 'last_name', text: string): string | null =>
      inUppercase(taken(field, field === 'last_name' ? field : 'first_name', text)),
    email: (): string | null => taken('email', 'email', cell('email'))?.toLowerCase() ?? null,
    /** A number in E.164, also without the zero that spreadsheets drop; of several in one cell the first. */
    phone: (field: PhoneField): string | null => {
      const [first = ''] = cell(field).split(BETWEEN);
      const digits = first.replaceAll(' ', '');
      const number = /^[25]\d{8}$/.test(digits) ? `0${digits}` : first.trim();
      return normalizePhone(taken(field, field, number) ?? '');
    },
    /** An ID number as it is stored, by its type where that is known, and by the forms of the types' numbers. */
    idNumber: (type: string | null, masks: ReadonlyMap<string, string>): string | null => {
      const read = taken('id_number', 'id_number', cell('id_number'));
      const problem = read && idNumberProblem(type ?? '', read, masks.get(type ?? '') ?? null);
      return problem ? say('id_number', problem) : read && upper(writtenIdNumber(type ?? '', read));
    },
    day: (field: DriverDayField): string | null => {
      const text = cell(field);
      if (text === '') return null;
      const read = readDay(text, { order: mapping.day_order, now, first: FIRST_DAY });
      if (read.day === null) {
        otherOrder ??= read.order;
        return say(field, read.problem);
      }
      return field === 'registered_on' ? read.day : taken(field, field, read.day);
    },
    /** A choice by any of its spellings; where the line says nothing, that of the mapping. */
    choice: <Value extends string>(field: DriverLineField, choices: Choices<Value>, otherwise = ''): Value | null => {
      const text = cell(field) || otherwise;
      if (text === '') return null;
      const read = readChoice(text, choices);
      if (read === null) say(field, `“${text.slice(0, 30)}” is not in the list of choices.`);
      return read;
    },
  };
};
