import { type BookMonth, formatMonth, MONTHS } from '@banbo/contract';

/** The states of a month as people read them. */
export const STATE_WORDS: Readonly<Record<BookMonth['state'], string>> = {
  closed: 'Closed',
  next: 'The next to close',
  open: 'Open',
  'to come': 'To come',
};

/** `2026-10` as `Oct`. */
export const shortNameOf = (month: string): string => MONTHS[Number(month.slice(5)) - 1]?.slice(0, 3) ?? month;

/** `October: 3 entries landed in November 2026` */
export const lateInWords = (month: string, { landed, count }: BookMonth['late'][number]): string =>
  `${formatMonth(month).split(' ')[0]}: ${count === 1 ? '1 entry' : `${count} entries`} landed in ${formatMonth(landed)}`;
