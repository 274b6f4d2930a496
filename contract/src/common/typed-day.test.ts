import { assert, date, property } from 'fast-check';
import { expect, test } from 'vitest';
import { MONTHS } from './calendar.ts';
import { isWholeDay, notADate, readTypedDay, typedDay, unmistakableDay } from './typed-day.ts';

const NOW = '2026-11-23';
const read = (text: string, latest?: string): string | null => readTypedDay(text, latest, NOW);

test.each([
  '22/11/2026',
  '22-11-26',
  '22.11.2026',
  '22 11 2026',
  ' 22/11/26 ',
  '22 Nov 2026',
  '22nov2026',
  '22-Nov-26',
  '22 November, 2026',
  'Nov 22, 2026',
  '2026-11-22',
  '2026/11/22',
  '2026-11-22T04:28:00.000Z',
  '22/11/2026, 04:28',
  '22 Nov 2026, 04:28',
  '22112026',
  '221126',
  '20261122',
  '20261122 23:59:59.9',
  '20261122T0428',
  '202611222359',
  '20261122235959',
  '20261122.0',
  '22/Nov/2026',
  '22.Nov.2026',
  '22nd Nov 2026',
  '22. Nov. 2026',
  '22 - Nov - 2026',
  '22nd of November, 2026',
  'November 22nd, 2026',
  'Nov-22-2026',
  '2026-Nov-22',
  'Sun 22 Nov 2026',
  'Sunday, 22nd November 2026 10:15 AM',
  'Sun Nov 22 2026 10:15:00 GMT+0000',
  'Sun, 22/11/2026',
  '22nd Nov',
  '22nov',
  '22/11',
  '22 November',
])('%j is the 22nd of November 2026', (text) => {
  expect(read(text)).toBe('2026-11-22');
});

test('the day always comes first', () => {
  expect(read('03/04/2026')).toBe('2026-04-03');
  expect(read('3/4/26')).toBe('2026-04-03');
  expect(read('03042026')).toBe('2026-04-03');
  expect(read('11/22/2026')).toBeNull();
  expect(read('today')).toBe(NOW);
  expect(read('Today')).toBe(NOW);
});

test.each([
  '1985',
  '22',
  '31/02/1990',
  '29/02/2025',
  '22 Foo 2026',
  '22/11/202',
  '0/1/2026',
  '1/1/0000',
  'soon',
  '',
  '2026',
  '202613',
  '20261308',
  '20260230',
  '202611222460',
  '32nd Aug 2026',
  '2026-Foo-22',
])('%j is not a date', (text) => {
  expect(read(text)).toBeNull();
});

test('a year of two digits is near, or in the last century; no short year comes after the latest day', () => {
  expect(read('12/4/85')).toBe('1985-04-12');
  expect(read('12/4/30')).toBe('2030-04-12');
  expect(read('12/4/30', NOW)).toBe('1930-04-12');
  expect(read('24 Nov')).toBe('2026-11-24');
  expect(read('24 Nov', NOW)).toBe('2025-11-24');
  expect(read('24/11/2026', NOW)).toBe('2026-11-24');
});

test('what a field shows is read as the same day', () => {
  expect(typedDay('2026-11-02')).toBe('02/11/2026');
  assert(
    property(date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }), (moment) => {
      const day = moment.toISOString().slice(0, 10);
      expect([read(typedDay(day)), read(day), unmistakableDay(day)]).toEqual([day, day, day]);
    }),
  );
});

/** One day in the spellings that leave nothing to guess. */
const spellingsOf = (day: string): string[] => {
  const [year = '', month = '', date = ''] = day.split('-');
  const name = MONTHS[Number(month) - 1] ?? '';
  const plain = String(Number(date));
  const th = ({ 1: 'st', 2: 'nd', 3: 'rd' } as Record<number, string>)[Number(date) % 10] ?? 'th';
  const nth = `${plain}${/^1\d$/.test(plain) ? 'th' : th}`;
  const names = [name, name.slice(0, 3), name.slice(0, 3).toUpperCase()].flatMap((one) => [
    ...[`${plain} ${one} ${year}`, `${date}/${one}/${year}`, `${date}-${one}-${year}`, `${date}.${one}.${year}`],
    ...[`${nth} ${one} ${year}`, `${nth} of ${one}, ${year}`, `${one} ${nth}, ${year}`, `${one} ${plain} ${year}`],
    ...[`${year}-${one}-${date}`, `Mon ${plain} ${one} ${year}`, `${date}${one}${year}`],
  ]);
  const numbers = [`${year}${month}${date}`, `${year}/${month}/${plain}`, `${year}.${month}.${date}`];
  return [...names, ...numbers].flatMap((one) => [one, `${one} 23:59:59.9`]);
};

test('every spelling of a day is read as that day, wherever days are read', () => {
  const days = date({ min: new Date('2000-01-01'), max: new Date('2049-12-31'), noInvalidDate: true });
  assert(
    property(days, (moment) => {
      const day = moment.toISOString().slice(0, 10);
      const wrong = spellingsOf(day).filter((text) => unmistakableDay(text) !== day || read(text) !== day);
      expect(wrong).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('eight digits are one day, whichever way round they are typed', () => {
  const days = date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  assert(
    property(days, (moment) => {
      const day = moment.toISOString().slice(0, 10);
      const [year, month, date] = day.split('-');
      expect([read(`${year}${month}${date}`), read(`${date}${month}${year}`)]).toEqual([day, day]);
    }),
    { numRuns: 500 },
  );
});

test('while somebody types, a day counts as soon as its year is whole', () => {
  expect(
    ['22/11', '22/11/20', '22/11/2026', '22nov', '22nov2026', '22112026', '2026-11-2', '2026-11-22', 'today'].map(
      isWholeDay,
    ),
  ).toEqual([false, false, true, false, true, true, false, true, true]);
});

test('a text that is no day is told how to write one', () => {
  expect(notADate('1985')).toBe('‘1985’ is not a date. Write 22/11/1985.');
});
