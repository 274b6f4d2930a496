import { addMonths, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { readPaymentTypes, readPrices } from '#domains/prices';
import { feeKey } from '../claims/fee-rules.ts';
import { sameDayBefore } from '../income/income.ts';
import { uncoveredFees } from '../standing/due-fees.ts';
import type { Situation } from './owed.repo.ts';
import { plansOf } from './plans-of.ts';

/** Pesewas of months that were due, and what of them is paid or waived. */
type Sum = { expected: bigint; collected: bigint };
const SPANS = ['month', 'year', 'next'] as const;
type Span = (typeof SPANS)[number];
type Facts = Record<Span, Sum> & { isActive: boolean };

/** Sums of the months that current drivers were to pay, by the first day of each span. */
export type CollectedSums = Record<Span, Sum & { first: string }> & {
  active: { count: number; before: number; before_day: string };
};

const firstOf = (month: string): string => `${month}-01`;

/** Adds up drivers' months, once for all drivers in the same situation. */
export const collectingOn = async (db: Db, day: string) => {
  const types = (await readPaymentTypes(db)).filter(({ period }) => period === 'monthly');
  const firsts: Record<Span, string> = {
    month: firstOf(day.slice(0, 7)),
    year: firstOf(`${day.slice(0, 4)}-01`),
    next: firstOf(addMonths(day, 1)),
  };
  const price = await readPrices(db, { first: Number(day.slice(0, 4)), last: Number(firsts.next.slice(0, 4)) });
  const [year, month] = day.split('-').map(Number) as [number, number];
  const ofThisMonth = types.map(({ type_code }) => feeKey({ type_code, payment_year: year, payment_month: month }));
  const known = new Map<string, Facts>();

  const sumOf = ({ registered_in, plans, billed_from }: Situation, covered: ReadonlySet<string>, span: Span): Sum => {
    const begins = billed_from ?? firstOf(registered_in);
    const registered_on = begins > firsts[span] ? begins : firsts[span];
    const until = span === 'next' ? firsts.next : day;
    const asked = { types, price, plans: plansOf(plans), registered_on, opening: null, day: until };
    const sum = { expected: 0n, collected: 0n };
    for (const fee of uncoveredFees(asked, new Set()).due) {
      sum.expected += toPesewas(fee.amount);
      if (covered.has(feeKey(fee))) sum.collected += toPesewas(fee.amount);
    }
    return sum;
  };
  const factsOf = (situation: Situation): Facts => {
    const { registered_in, plans, covered, billed_from } = situation;
    const name = `${registered_in};${plans};${covered};${billed_from}`;
    const before = known.get(name);
    if (before) return before;
    const paid = new Set(covered?.split(','));
    const of = (span: Span) => sumOf(situation, paid, span);
    const facts = {
      month: of('month'),
      year: of('year'),
      next: of('next'),
      isActive: ofThisMonth.some((fee) => paid.has(fee)),
    };
    known.set(name, facts);
    return facts;
  };

  const before_day = sameDayBefore(day, 1);
  const nothing = (span: Span) => ({ first: firsts[span], expected: 0n, collected: 0n });
  const sums: CollectedSums = {
    month: nothing('month'),
    year: nothing('year'),
    next: nothing('next'),
    active: { count: 0, before: 0, before_day },
  };
  const add = (batch: readonly Situation[]): void => {
    for (const situation of batch) {
      const facts = factsOf(situation);
      for (const span of SPANS) {
        sums[span].expected += facts[span].expected;
        sums[span].collected += facts[span].collected;
      }
      if (facts.isActive) sums.active.count += 1;
      if (situation.was_covered) sums.active.before += 1;
    }
  };
  return { before_day, add, sums: () => sums };
};
