import { formatMoney, formatMonth, smsParts, typedDay } from '@banbo/contract';
import { besidesInWords, type DayBesides } from './day-besides.ts';

/** The figures of a day as the owner is told of them; money is text with two decimals. */
export type EveningFigures = {
  day: string;
  cash: string;
  momo: string;
  /** Counted cash against the books: below zero where some was missing. */
  difference: string;
  claims: number;
  incidents: { raised: number; open: number };
  /**
   * Null before the first backup; undefined where the database is another server's; `stopped` while
   * nothing can be kept in the place of backups.
   */
  backup: Date | 'stopped' | null | undefined;
  /** The months of the books, by their first days, that were opened again. */
  reopened: readonly string[];
  /** Of the books' last entry, in hexadecimal; null while they have none. */
  hash: string | null;
} & DayBesides;

/** The digits of the hash that are told, as many as there is room for. */
const HASH_DIGITS = [16, 12, 8] as const;

const backupOf = (backup: EveningFigures['backup']): string | null => {
  if (backup === undefined) return null;
  if (backup === null) return 'none';
  if (backup === 'stopped') return 'STOPPED';
  const at = backup.toISOString();
  return `${at.slice(8, 10)}/${at.slice(5, 7)} ${at.slice(11, 16)}`;
};

const reopenedOf = ([first, ...others]: readonly string[]): string | null => {
  if (first === undefined) return null;
  return `Reopened: ${formatMonth(first)}${others.length === 0 ? '' : ` and ${others.length} more`}`;
};

const join = (parts: readonly (string | null)[], by: string): string => parts.filter((part) => part !== null).join(by);

const inFull = (figures: EveningFigures, hash: string): string => {
  const { day, cash, momo, difference, claims, incidents, reopened } = figures;
  const backup = backupOf(figures.backup);
  return join(
    [
      `${typedDay(day)}: cash ${formatMoney(cash)}, MoMo ${formatMoney(momo)}, difference ${difference}`,
      `Claims waiting ${claims}`,
      `Incidents ${incidents.raised}, open ${incidents.open}`,
      backup && `Backup ${backup}`,
      reopenedOf(reopened),
      `Hash ${hash}`,
    ],
    '. ',
  );
};

/** The same in as few characters as can be read. */
const inShort = (figures: EveningFigures, hash: string): string => {
  const { day, cash, momo, difference, claims, incidents, reopened } = figures;
  const backup = backupOf(figures.backup);
  return join(
    [
      `${typedDay(day)} cash ${cash} MoMo ${momo} diff ${difference}`,
      `claims ${claims} SOS ${incidents.raised}/${incidents.open}`,
      backup && `backup ${backup}`,
      reopenedOf(reopened),
      hash,
    ],
    ' ',
  );
};

/**
 * The owner's message of a day. Its figures take one text message of 160 characters of GSM's
 * alphabet: with large sums or a reopened month in fewer words, and with fewer digits of the hash,
 * at least eight. A second sentence says what else there was, and nothing on a quiet day.
 */
export const eveningWords = (figures: EveningFigures): string => {
  const { hash } = figures;
  const hashes = hash === null ? ['none'] : HASH_DIGITS.map((digits) => hash.slice(0, digits));
  const texts = [inFull, inShort].flatMap((words) => hashes.map((one) => words(figures, one)));
  const fitting = texts.find((text) => smsParts(text) === 1);
  // The shortest has room for more money than the books can hold.
  return join([fitting ?? (texts.at(-1) as string), besidesInWords(figures)], '. ');
};
