import { ARREARS_AGES, type ArrearsAge, today, toPesewas } from '@banbo/contract';
import type { Owed } from './owed-sql.repo.ts';

const OLDEST = 3;

/** A month's number as in `Owed`. */
const numberOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** A month's number as `2026-09`. */
export const monthText = (number: number): string =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;

/** How old the oldest month is that a driver owes. */
export const ageOf = ({ oldest_month }: Pick<Owed, 'oldest_month'>, now: Date): ArrearsAge =>
  oldest_month === null ? 'fees' : (ARREARS_AGES[Math.min(OLDEST, numberOf(today(now)) - oldest_month)] ?? 'current');

/** Pesewas of all that a driver owes. */
export const totalOf = ({ months_amount, other_amount }: Pick<Owed, 'months_amount' | 'other_amount'>): bigint =>
  toPesewas(months_amount) + toPesewas(other_amount);
