import { addDays, formatDay, type StatementMapping, today } from '@banbo/contract';
import { readSided } from '#lib/table-file/read-amount.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { directionOf, type ReadLine } from './read-line.ts';

/** A line's effect on the account's balance, in pesewas; null where that cannot be read. */
type Movement = { line: number; moved: bigint | null; balance: bigint | null };

const absolute = (pesewas: bigint): bigint => (pesewas < 0n ? -pesewas : pesewas);

/** Reads the movement of a line; null of a footer or an empty one, without a day and a balance. */
const movementOf = ({ line, cells }: TableRow, mapping: StatementMapping, day: string | null): Movement | null => {
  const cellOf = (field: 'amount' | 'amount_out' | 'fee' | 'balance' | 'direction'): string => {
    const column = mapping[field];
    return column === null ? '' : (cells[column] ?? '').trim();
  };
  const read = (field: 'amount' | 'amount_out' | 'fee'): bigint | null =>
    cellOf(field) === '' ? 0n : readSided(cellOf(field)).pesewas;
  const { pesewas: balance } = readSided(cellOf('balance'));
  const [amount, out, fee] = [read('amount'), read('amount_out'), read('fee')];
  if (balance === null && day === null) return null;
  if (amount === null || out === null || fee === null) return { line, moved: null, balance };
  const direction = amount === 0n ? 'out' : directionOf(cellOf('direction'), mapping, amount);
  const gone = (amount === 0n ? absolute(out) : 0n) + absolute(fee);
  const moved = direction === null ? null : (direction === 'in' ? amount : -absolute(amount)) - gone;
  return { line, moved, balance };
};

/** Lines that a sentence names. */
const NAMED = 5;

const inWords = new Intl.ListFormat('en-GB');

const linesInWords = (lines: readonly number[]): string => {
  const more = lines.length - NAMED;
  const named = lines.slice(0, NAMED).map(String);
  return `${lines.length === 1 ? 'line' : 'lines'} ${inWords.format(more > 0 ? [...named, `${more} more`] : named)}`;
};

/** Follows the balances from line to line, in both orders that a file may have. */
const followBalances = () => {
  let before: Movement | undefined;
  const breaks: Record<'oldestFirst' | 'newestFirst', number[]> = { oldestFirst: [], newestFirst: [] };
  const runs = (from: Movement, to: Movement): boolean =>
    from.balance !== null && to.balance !== null && to.moved !== null && from.balance + to.moved === to.balance;
  return {
    add: (next: Movement) => {
      if (before && !runs(before, next)) breaks.oldestFirst.push(next.line);
      if (before && !runs(next, before)) breaks.newestFirst.push(before.line);
      if (!before && next.balance === null) for (const lines of Object.values(breaks)) lines.push(next.line);
      before = next;
    },
    /** The lines whose balance does not follow, in the order that fits better. */
    holes: (): readonly number[] =>
      breaks.newestFirst.length < breaks.oldestFirst.length ? breaks.newestFirst : breaks.oldestFirst,
    last: () => before?.balance ?? null,
  };
};

export type Coverage = Record<'covers_from' | 'covers_to' | 'given_from' | 'given_to', string | null> & {
  coverage_note: string;
};

/** Says the days from the first to the last one. */
export const spanInWords = (from: string, to: string): string =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;

/** Says which days a statement covers, and which money it marks. */
export const coverageInWords = ({ mode }: Pick<StatementMapping, 'mode'>, from: string, to: string): string => {
  const money = mode === 'momo' ? 'MoMo money' : 'Money in the bank account';
  return `It covers ${spanInWords(from, to)}. ${money} of these days that it does not have is marked as missing.`;
};

/** Days without a line that a statement may have at its ends: no money moves on some week-ends. */
const QUIET_DAYS = 3;

const NO_DAYS = { covers_from: null, covers_to: null, given_from: null, given_to: null };

/**
 * Finds the days of which a statement has all money (docs/product/clearance.md, rules 41 and 42).
 * Money has a day and no time, so the first and the last day of the lines are left out, unless the
 * statement's own period was given. Given days count where balances run from one line to another,
 * and three days before and after; further ones need another person's word.
 */
export const followCoverage = (mapping: StatementMapping, uploadedAt: Date) => {
  const balances = followBalances();
  const unread: number[] = [];
  let balanced = 0;
  const days: { line: number; day: string }[] = [];
  let [first, last]: [string | null, string | null] = [null, null];

  const nothing = (why: string): Coverage => ({
    ...NO_DAYS,
    coverage_note: `It covers no day: ${why} No money is marked as missing by it.`,
  });
  /** The days that are over, in their order; null where there is none. */
  const daysOver = (from: string, to: string): readonly [string, string] | null => {
    const yesterday = addDays(today(uploadedAt), -1);
    const last = to < yesterday ? to : yesterday;
    return from > last ? null : [from, last];
  };
  const covering = ([from, to]: readonly [string, string]): Coverage => ({
    ...{ ...NO_DAYS, covers_from: from, covers_to: to },
    coverage_note: coverageInWords(mapping, from, to),
  });
  /** Nothing is marked on the word of one person, who typed days that no balances bear out. */
  const toBeConfirmed = ([from, to]: readonly [string, string], sure: Coverage | null): Coverage => ({
    ...(sure ?? NO_DAYS),
    given_from: from,
    given_to: to,
    coverage_note: `${sure ? `${sure.coverage_note} ` : ''}It covers ${spanInWords(from, to)} once another person has confirmed these days, since it has no balances that show them. Until then no ${sure ? 'other ' : ''}money is marked as missing by it.`,
  });
  /** Given days that the balances show, and whether they show all of them. */
  const shownOf = ([from, to]: readonly [string, string]) => {
    if (balanced < 2 || first === null || last === null) return null;
    const [begin, end] = [addDays(first, -QUIET_DAYS), addDays(last, QUIET_DAYS)];
    const shown = [from > begin ? from : begin, to < end ? to : end] as const;
    return { shown, areAll: shown[0] === from && shown[1] === to };
  };

  return {
    add: (row: TableRow, { received_on, mayBeMoney }: Pick<ReadLine, 'received_on' | 'mayBeMoney'>): void => {
      if (mayBeMoney) unread.push(row.line);
      const movement = mapping.balance === null ? null : movementOf(row, mapping, received_on);
      if (movement) {
        balances.add(movement);
        balanced += 1;
      }
      if (received_on === null) return;
      days.push({ line: row.line, day: received_on });
      if (first === null || received_on < first) first = received_on;
      if (last === null || received_on > last) last = received_on;
    },
    end: (): Coverage => {
      const holes = balances.holes();
      if (holes.length > 0) {
        return nothing(
          `its balances do not add up. The balance before, the amount and the balance after do not fit at ${linesInWords(holes)}.`,
        );
      }
      if (unread.length > 0) return nothing(`${linesInWords(unread)} may be money and cannot be read.`);
      const { covers_from: from, covers_to: to } = mapping;
      if (from !== null && to !== null) {
        const outside = days.filter(({ day }) => day < from || day > to).map(({ line }) => line);
        if (outside.length > 0) return nothing(`${linesInWords(outside)} is not within the days that were given.`);
        const given = daysOver(from, to);
        if (given === null) return nothing('the days that were given have not passed yet.');
        const found = shownOf(given);
        if (found?.areAll) return covering(given);
        return toBeConfirmed(given, found && covering(found.shown));
      }
      if (mapping.balance === null) {
        return nothing('it has no column of balances, and the days that it covers were not given.');
      }
      if (first === null || last === null) return nothing('it has no day.');
      const between = daysOver(addDays(first, 1), addDays(last, -1));
      return between
        ? covering(between)
        : nothing('only the days between its first and its last one are sure to be complete.');
    },
  };
};
