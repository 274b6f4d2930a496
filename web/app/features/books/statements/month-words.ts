import { type BookMonth, formatMonth } from '@banbo/contract';

/** The states of a month as people read them. */
export const STATE_WORDS: Readonly<Record<BookMonth['state'], string>> = {
  closed: 'Closed',
  next: 'The next to close',
  open: 'Open',
  'to come': 'To come',
};

/** `October: 3 entries landed in November 2026` */
export const lateInWords = (month: string, { landed, count }: BookMonth['late'][number]): string =>
  `${formatMonth(month).split(' ')[0]}: ${count === 1 ? '1 entry' : `${count} entries`} landed in ${formatMonth(landed)}`;
