import { type Dashboard, formatDay, MONTHS, type ReceivedPeriod, toPesewas } from '@banbo/contract';
import { count, counted } from '~/lib/counted.ts';

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** `2026-11-20` as `Friday, 20 November`. */
export const longDay = (day: string): string =>
  `${WEEKDAYS[new Date(day).getUTCDay()]}, ${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;

/** `2026-11-20` as `20 Nov`. */
const dayAndMonth = (day: string): string => formatDay(day).replace(/ \d{4}$/, '');

export type Change = { text: string; tone: 'up' | 'down' | 'same' };

/** A number against an earlier one, in whole percents; null without an earlier one. */
export const changeOf = (now: number, earlier: number): Change | null => {
  if (earlier <= 0) return null;
  const percent = Math.round((now / earlier - 1) * 100);
  if (percent === 0) return { text: 'as much as', tone: 'same' };
  return { text: `${percent > 0 ? '+' : '−'}${count(Math.abs(percent))}%`, tone: percent > 0 ? 'up' : 'down' };
};

/** The change of money received against what it is compared with. */
export const moneyChange = ({ amount, before }: Pick<ReceivedPeriod, 'amount' | 'before'>): Change | null =>
  changeOf(Number(toPesewas(amount)), Number(toPesewas(before.amount)));

/**
 * Names the period before: `Fri 13 Nov to 14:07`, `1–20 Oct to 14:07`, `2025 to 20 Nov`. A year
 * has no time, which would say nothing there.
 */
export const beforeText = (
  { before: { first, last } }: Pick<ReceivedPeriod, 'before'>,
  { time }: Pick<Dashboard, 'time'>,
): string => {
  if (first === last) return `${WEEKDAYS[new Date(first).getUTCDay()]?.slice(0, 3)} ${dayAndMonth(first)} to ${time}`;
  if (first.slice(0, 7) === last.slice(0, 7)) return `${Number(first.slice(8))}–${dayAndMonth(last)} to ${time}`;
  return `${first.slice(0, 4)} to ${dayAndMonth(last)}`;
};

/** How long ago, in whole days or hours: `6 days`. */
export const ageText = (since: string, now: Date): string => {
  const hours = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / 3_600_000));
  if (hours >= 24) return counted(Math.floor(hours / 24), 'day');
  return hours === 0 ? 'less than an hour' : counted(hours, 'hour');
};
