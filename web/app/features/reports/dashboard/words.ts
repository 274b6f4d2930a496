import { formatDay, MONTHS, type ReceivedPeriod, toPesewas } from '@banbo/contract';
import { count, counted } from '~/lib/counted.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** `2026-11-20` as `Friday, 20 November`. */
export const longDay = (day: string): string =>
  `${WEEKDAYS[new Date(day).getUTCDay()]}, ${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;

export type Change = { text: string; tone: 'up' | 'down' | 'same' };

/** An amount against the period before, in whole percents; null without one. */
export const changeOf = ({ amount, before }: Pick<ReceivedPeriod, 'amount' | 'before'>): Change | null => {
  const earlier = Number(toPesewas(before.amount));
  if (earlier <= 0) return null;
  const percent = Math.round((Number(toPesewas(amount)) / earlier - 1) * 100);
  if (percent === 0) return { text: 'as much as', tone: 'same' };
  return { text: `${percent > 0 ? '+' : '−'}${count(Math.abs(percent))}%`, tone: percent > 0 ? 'up' : 'down' };
};

/** The period before: `20 Oct 2026`, `1 to 20 Oct 2026` or `1 Jan 2025 to 20 Nov 2025`. */
export const beforeText = ({ before: { first, last } }: Pick<ReceivedPeriod, 'before'>): string =>
  first === last
    ? formatDay(first)
    : `${first.slice(0, 7) === last.slice(0, 7) ? Number(first.slice(8)) : formatDay(first)} to ${formatDay(last)}`;

/** How long ago, in whole days or hours: `6 days`. */
export const ageText = (since: string, now: Date): string => {
  const hours = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / 3_600_000));
  if (hours >= 24) return counted(Math.floor(hours / 24), 'day');
  return hours === 0 ? 'less than an hour' : counted(hours, 'hour');
};
