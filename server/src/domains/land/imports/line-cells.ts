import { type DayOrder, LAND_LINE_LABELS, type LandLineField, type LandMapping, phoneAnywhere } from '@banbo/contract';
import type { z } from 'zod';
import {
  type Choices,
  firstPhone,
  isFormula,
  knownText,
  readChoice,
  WITHOUT_VALUE,
} from '#lib/table-file/read-cell.ts';
import { readDay } from '#lib/table-file/read-day.ts';
import { upper } from '#lib/values.ts';

/** Days before this one are slips of the pen. */
const FIRST_DAY = '1850-01-01';
/** Characters of a cell that a sentence shows. */
const SHOWN = 30;

/** Cells of a line by their meaning, with what is wrong with them as sentences. */
export const lineCells = (cells: readonly string[], mapping: LandMapping, now: Date) => {
  const problems = new Set<string>();
  const said = new Set<LandLineField>();
  let otherOrder: DayOrder | undefined;

  /** The sentence about a field, with its label. */
  const about = (field: LandLineField, problem: string): string =>
    `${LAND_LINE_LABELS[field]}: ${problem}${/[.!?]$/.test(problem) ? '' : '.'}`;

  const say = (field: LandLineField, problem: string): null => {
    said.add(field);
    problems.add(about(field, problem));
    return null;
  };

  /** The cell of a field; empty without one, and where it cannot be read. */
  const cell = (field: LandLineField): string => {
    const text = knownText(cells, mapping[field]);
    if (!isFormula(text)) return text;
    if (!said.has(field)) say(field, WITHOUT_VALUE);
    return '';
  };

  /** A text by the rule of a field; null where it is empty, or where a problem was said. */
  const checked = <T>(field: LandLineField, rule: z.ZodType<T>, value: unknown): T | null => {
    if (value === '') return null;
    const parsed = rule.safeParse(value);
    return parsed.success ? parsed.data : say(field, parsed.error.issues[0]?.message ?? 'It cannot be read.');
  };

  return {
    cell,
    say,
    checked,
    about,
    /** Says of each of the fields that it is missing, unless its problem was said. */
    need: (fields: Partial<Record<LandLineField, string | number | null>>): void => {
      for (const [field, value] of Object.entries(fields) as [LandLineField, unknown][])
        if ((value === null || value === '') && !said.has(field)) say(field, 'It is missing.');
    },
    problems: (): string => [...problems].join(' '),
    otherOrder: () => otherOrder,
    /** A text in uppercase, as names are stored; empty where there is none. */
    name: (field: LandLineField, rule: z.ZodType<unknown>, text = cell(field)): string =>
      upper(String(checked(field, rule, text) ?? '')),
    /** The first number in E.164. */
    phone: (field: LandLineField, rule: z.ZodType<unknown>): string | null =>
      phoneAnywhere(String(checked(field, rule, firstPhone(cell(field))) ?? '')),
    /** A whole number, of which a spreadsheet may have made `99.0`, or a register `99 years`. */
    whole: (field: LandLineField, rule: z.ZodType<number | null>): number | null => {
      const digits = /^(\d{1,6})(?:\.0+)?\s*(?:%|years?|yrs?\.?)?$/i.exec(cell(field))?.[1];
      if (digits !== undefined) return checked(field, rule, Number(digits));
      return cell(field) === '' ? null : say(field, `“${cell(field).slice(0, SHOWN)}” is not a whole number.`);
    },
    day: (field: LandLineField): string | null => {
      const text = cell(field);
      if (text === '') return null;
      const read = readDay(text, { order: mapping.day_order, now, first: FIRST_DAY });
      if (read.day !== null) return read.day;
      otherOrder ??= read.order;
      return say(field, read.problem);
    },
    /** A choice by any of its spellings, by default the one that the mapping names. */
    choice: <Value extends string>(field: LandLineField, choices: Choices<Value>, usual = ''): Value | null => {
      const text = cell(field) || usual;
      if (text === '') return null;
      return readChoice(text, choices) ?? say(field, `“${text.slice(0, SHOWN)}” is not in the list of choices.`);
    },
  };
};

export type LineCells = ReturnType<typeof lineCells>;
