import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromPesewas } from '../common/pesewas.ts';
import { type RentTerms, rentCarriedOver, rentGivenUpBy, rentOf, rentPartOf } from './rent-of.ts';

const TERMS: RentTerms = {
  commencement: '2000-03-01',
  ground_rent: '100.00',
  rent_from: null,
  review_years: 5,
  review_percent: '25.00',
  reviews: [],
};
const HELD = { held_from: '2000-03-01', held_until: null, ends_on: '2099-03-01' };

test('a review gives up the rent of all years that it lowers, however they grow', () => {
  const givenUp = (from_year: number, ground_rent: string, terms: object = {}) =>
    fromPesewas(rentGivenUpBy({ ...TERMS, ...HELD, ends_on: '2020-03-01', ...terms }, { from_year, ground_rent }));
  // 195.31 from 2016 on, for five years, the last of them begun.
  expect(givenUp(2016, '195.30')).toBe('0.05');
  expect(givenUp(2016, '195.31')).toBe('0.00');
  // Two years of 156.25, and five of 195.31 that would be 0.00 too.
  expect(givenUp(2014, '0.00')).toBe('1289.05');
  // A rent that was entered from 2016 on before holds.
  expect(givenUp(2014, '0.00', { reviews: [{ from_year: 2016, ground_rent: '300.00' }] })).toBe('312.50');
  // Up to the next review, after which the rent is not known yet.
  expect(givenUp(2006, '90.00', { review_percent: null })).toBe('50.00');
});

describe('the rent of a year', () => {
  test('grows at each review, compounding, in whole pesewas half up', () => {
    const rents = [2000, 2005, 2006, 2010, 2011, 2016, 2026].map((year) => fromPesewas(rentOf(TERMS, year).rent));
    expect(rents).toEqual(['100.00', '100.00', '125.00', '125.00', '156.25', '195.31', '305.18']);
  });

  test('a review on the first of January counts from that day, another one from the next year on', () => {
    expect(rentOf({ ...TERMS, commencement: '2000-01-01' }, 2005).rent).toBe(12_500n);
    expect(rentOf({ ...TERMS, commencement: '2000-01-02' }, 2005).rent).toBe(10_000n);
  });

  test('without a per cent a review waits for the office, and counts once its rent is entered', () => {
    const terms = { ...TERMS, review_percent: null };
    expect(rentOf(terms, 2005)).toEqual({ rent: 10_000n, since: 2000, due: null });
    expect(rentOf(terms, 2006)).toEqual({ rent: 10_000n, since: 2000, due: 2006 });
    const reviews = [{ from_year: 2006, ground_rent: '180.00' }];
    expect(rentOf({ ...terms, reviews }, 2010)).toEqual({ rent: 18_000n, since: 2006, due: null });
    expect(rentOf({ ...terms, reviews }, 2011).due).toBe(2011);
  });

  test('the rent of a register is that of its year: reviews before it are in it', () => {
    expect(rentOf({ ...TERMS, rent_from: 2026 }, 2030).rent).toBe(10_000n);
    expect(rentOf({ ...TERMS, rent_from: 2026 }, 2031).rent).toBe(12_500n);
  });

  test('of a year that was entered twice the last rent counts', () => {
    const reviews = ['150.00', '140.00'].map((ground_rent) => ({ from_year: 2003, ground_rent }));
    expect(rentOf({ ...TERMS, reviews }, 2004).rent).toBe(14_000n);
  });
});

describe('the part of a year', () => {
  const part = (year: number, held = {}, coveredUntil: string | null = null, terms = {}) =>
    rentPartOf({ ...TERMS, review_years: null, review_percent: null, ...HELD, ...terms, ...held }, year, coveredUntil);

  test('a tenancy that is held all year owes the whole rent, in leap years too', () => {
    const whole = { outcome: 'whole', amount: 10_000n };
    expect(part(2024)).toEqual({ ...whole, from_day: '2024-01-01', until_day: '2025-01-01' });
  });

  test('it begins and ends on the days of the tenancy, half up to the pesewa', () => {
    // 306 of 366 days of the leap year 2000: 83.606…
    expect(part(2000)).toMatchObject({ outcome: 'part', amount: 8361n, from_day: '2000-03-01' });
    // 181 of 365 days: 49.589…
    expect(part(2026, { held_until: '2026-07-01' })).toMatchObject({ amount: 4959n, until_day: '2026-07-01' });
    expect(part(2099)).toMatchObject({ amount: 1616n, until_day: '2099-03-01' });
  });

  test('nothing is owed for a year before, after, or of no day', () => {
    expect(part(1999)).toEqual({ outcome: 'not_held' });
    expect(part(2100)).toEqual({ outcome: 'not_held' });
    expect(part(2026, { held_until: '2026-01-01' })).toEqual({ outcome: 'not_held' });
    expect(part(2000, { held_until: '2000-03-01' })).toEqual({ outcome: 'not_held' });
  });

  test('days that were raised on the former tenancy are left out', () => {
    expect(part(2026, { held_from: '2026-07-01' }, '2027-01-01')).toEqual({ outcome: 'raised_before' });
    expect(part(2026, { held_from: '2026-07-01' }, '2026-10-01')).toMatchObject({ from_day: '2026-10-01' });
  });

  test('a rent of nothing, or beyond what an amount may be, is not raised', () => {
    expect(part(2026, {}, null, { ground_rent: '0.00' })).toEqual({ outcome: 'no_rent' });
    expect(part(2026, { held_until: '2026-01-02' }, null, { ground_rent: '1.00' })).toEqual({ outcome: 'no_rent' });
    const grown = { ground_rent: '999999999999.99', review_years: 1, review_percent: '100.00' };
    expect(part(2026, {}, null, grown)).toEqual({ outcome: 'too_large' });
  });
});

const anyTerms = fc
  .record({
    year: fc.integer({ min: 1950, max: 2026 }),
    day: fc.constantFrom('01-01', '01-02', '03-01', '12-31'),
    pesewas: fc.bigInt({ min: 0n, max: 10_000_000n }),
    review_years: fc.option(fc.integer({ min: 1, max: 50 })),
    percent: fc.option(fc.integer({ min: 1, max: 30_000 })),
  })
  .map(
    ({ year, day, pesewas, review_years, percent }): RentTerms => ({
      ...{ commencement: `${year}-${day}`, ground_rent: fromPesewas(pesewas), rent_from: null, review_years },
      review_percent: percent === null || review_years === null ? null : fromPesewas(BigInt(percent)),
      reviews: [],
    }),
  );
const anyYear = fc.integer({ min: 1950, max: 2060 });

test('a rent never falls from one year to the next, whatever its terms', () => {
  fc.assert(
    fc.property(anyTerms, anyYear, (terms, year) => {
      expect(rentOf(terms, year + 1).rent).toBeGreaterThanOrEqual(rentOf(terms, year).rent);
    }),
  );
});

test('a record that goes on from another in any year has the rents that the former would have had', () => {
  fc.assert(
    fc.property(anyTerms, anyYear, anyYear, (terms, year, ahead) => {
      const { pesewas, rent_from } = rentCarriedOver(terms, year);
      fc.pre(pesewas < 10n ** 14n - 1n);
      const next = { ...terms, ground_rent: fromPesewas(pesewas), rent_from };
      const later = Math.max(year, ahead);
      const { rent, due } = rentOf(next, later);
      expect({ rent, due }).toMatchObject({ rent: rentOf(terms, later).rent, due: rentOf(terms, later).due });
    }),
  );
});

test('the parts of two who follow each other come to the whole year, but for a pesewa', () => {
  fc.assert(
    fc.property(anyTerms, fc.integer({ min: 1, max: 364 }), (terms, day) => {
      const change = new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10);
      const held = { held_from: '1950-01-01', ends_on: '2200-01-01' };
      fc.pre(rentPartOf({ ...terms, ...held, held_until: null }, 2027, null).outcome !== 'too_large');
      const amountOf = (days: object) => {
        const part = rentPartOf({ ...terms, ...held, held_until: null, ...days }, 2027, null);
        return 'amount' in part ? part.amount : 0n;
      };
      const both = amountOf({ held_until: change }) + amountOf({ held_from: change });
      const difference = both - amountOf({});
      expect(difference >= -1n && difference <= 1n).toBe(true);
    }),
  );
});
