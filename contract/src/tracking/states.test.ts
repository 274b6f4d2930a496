import { expect, test } from 'vitest';
import { alarmLabel, alarmNow, type StatedPlace, shownAlarms, spanText, trackerState } from './states.ts';

const NOW = new Date('2026-11-25T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

const place = (given: Partial<StatedPlace> = {}): StatedPlace => ({
  is_moving: false,
  received_at: minutesAgo(1),
  alarm: null,
  alarm_at: null,
  ...given,
});
const stateOf = (given: Partial<StatedPlace>, silentMinutes = 360) => trackerState(place(given), silentMinutes, NOW);

test('a car moves or is parked by its last place', () => {
  expect(stateOf({ is_moving: true })).toBe('moving');
  expect(stateOf({ is_moving: false })).toBe('parked');
});

test('a tracker without a report says so', () => {
  expect(trackerState(null, 360, NOW)).toBe('unreported');
});

test('a tracker is silent once its last report is older than its limit, not at it', () => {
  expect(stateOf({ is_moving: true, received_at: minutesAgo(30) }, 30)).toBe('moving');
  expect(stateOf({ is_moving: true, received_at: minutesAgo(30.1) }, 30)).toBe('silent');
});

test('an alarm shows for an hour after its time, also while the tracker is silent', () => {
  expect(stateOf({ alarm: 'sos', alarm_at: minutesAgo(59.9) })).toBe('alarm');
  expect(stateOf({ alarm: 'sos', alarm_at: minutesAgo(60) })).toBe('parked');
  expect(stateOf({ alarm: 'sos', alarm_at: minutesAgo(50), received_at: minutesAgo(50) }, 10)).toBe('alarm');
});

test('of several alarms the worst shows, and one about driving shows none', () => {
  expect(alarmNow({ alarm: 'lowBattery, sos', alarm_at: minutesAgo(2) }, NOW)).toBe('sos');
  expect(alarmNow({ alarm: 'overspeed', alarm_at: minutesAgo(2) }, NOW)).toBeNull();
  expect(stateOf({ alarm: 'overspeed,hardBraking', alarm_at: minutesAgo(2), is_moving: true })).toBe('moving');
  expect(shownAlarms('powerCut,accident,overspeed')).toEqual(['accident', 'powerCut']);
});

test('moments are taken as dates, texts or milliseconds alike', () => {
  for (const taken of [(at: Date) => at, (at: Date) => at.toISOString(), (at: Date) => at.getTime()])
    expect(trackerState(place({ received_at: taken(minutesAgo(31)) }), 30, taken(NOW))).toBe('silent');
});

test('an alarm has words, also one that is not known', () => {
  expect([alarmLabel('sos'), alarmLabel('powerCut'), alarmLabel('fuelLeak')]).toEqual([
    'SOS pressed',
    'Power cut',
    'Fuel leak',
  ]);
});

test.each([
  [-5_000, '0 s'],
  [14_900, '14 s'],
  [9 * 60_000, '9 min'],
  [2.5 * 3_600_000, '2 h'],
  [47 * 3_600_000, '47 h'],
  [72 * 3_600_000, '3 days'],
])('%i ms are %s', (ms, text) => {
  expect(spanText(ms)).toBe(text);
});
