import { assert, date, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, addYears, expiryOf, formatDay, formatInstant, MONTH_CODES, today } from './calendar.ts';
import { Day } from './fields.ts';

const anyDay = date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }).map((moment) =>
  moment.toISOString().slice(0, 10),
);

test('days that do not exist are no days', () => {
  for (const good of ['2026-11-20', '2024-02-29']) expect(Day.safeParse(good).success).toBe(true);
  for (const wrong of [
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '20-11-2026',
    '2026-1-2',
    '0000-01-01',
    '',
  ]) {
    expect(Day.safeParse(wrong).success).toBe(false);
  }
});

test('days add up over months, years and leap days, and back', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  assert(
    property(anyDay, integer({ min: -5000, max: 5000 }), (day, days) => {
      expect(addDays(addDays(day, days), -days)).toBe(day);
    }),
  );
});

test('a document expires ten years after its issue, minus one day', () => {
  expect(expiryOf('2020-05-05')).toBe('2030-05-04');
  expect(expiryOf('2020-01-01')).toBe('2029-12-31');
  expect(expiryOf('2014-03-01')).toBe('2024-02-29');
});

test('one issued on the 29th of February expires on the 28th, ten years later', () => {
  expect([addMonths('2026-11', 1), addMonths('2026-11-30', 2), addMonths('2026-01', -1)]).toEqual([
    '2026-12',
    '2027-01',
    '2025-12',
  ]);
  expect(addYears('2024-02-29', 10)).toBe('2034-03-01');
  expect(expiryOf('2024-02-29')).toBe('2034-02-28');
  expect(addYears('2024-02-29', 4)).toBe('2028-02-29');
});

test('the expiry is always a day that exists', () => {
  assert(
    property(anyDay, (day) => {
      expect(Day.safeParse(expiryOf(day)).success).toBe(true);
      expect(addDays(expiryOf(day), 1)).toBe(addYears(day, 10));
    }),
  );
});

test('today is the day in Accra, whatever the machine’s zone', () => {
  expect(today(new Date('2026-11-20T23:59:59Z'))).toBe('2026-11-20');
  expect(today(new Date('2026-11-21T00:00:00Z'))).toBe('2026-11-21');
});

test('people read a day with the month’s name', () => {
  expect(formatDay('2026-11-20')).toBe('20 Nov 2026');
  expect(MONTH_CODES).toHaveLength(12);
  expect(MONTH_CODES[10]).toBe('NOVEMBER');
});

test('an instant has its day in the same words as a day, in Ghana’s time', () => {
  expect(formatDay('2026-09-26')).toBe('26 Sep 2026');
  expect(formatInstant('2026-09-26T03:09:59.000Z')).toBe('26 Sep 2026, 03:09');
  expect(formatInstant('2026-09-26T23:30:00-01:00')).toBe('27 Sep 2026, 00:30');
});
