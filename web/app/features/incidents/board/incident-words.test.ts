import { expect, test } from 'vitest';
import { movesFrom } from './answering/moves.ts';
import { steppedTo } from './board-keys.ts';
import { clockText } from './clock.ts';
import { callText } from './incident-lines.tsx';
import { ringWords } from './incident-words.ts';
import { lostAfter } from './ringing/board-stream.ts';

const NOW = Date.parse('2026-11-25T19:04:53.000Z');
const inSeconds = (seconds: number): string => new Date(NOW + seconds * 1_000).toISOString();

type Rung = Parameters<typeof ringWords>[0];
const rung = (given: Partial<Rung> = {}): Rung => ({
  ...{ grade: 'sos', status: 'raised', rung: [{ name: 'Esi Quaye', at: inSeconds(-42) }] },
  ...{ passed_on_at: inSeconds(18), supervisors_told_at: null, acknowledged_by: null },
  ...given,
});

test.each<[string, Partial<Rung>, string]>([
  ['at one person', {}, 'Rings at Esi Quaye, passed on in 0:18'],
  ['past its time', { passed_on_at: inSeconds(-1) }, 'Rings at Esi Quaye, passing on now'],
  ['not urgent', { grade: 'jamming', passed_on_at: null }, 'Rings at Esi Quaye'],
  ['nobody there', { rung: [] }, 'Rings at every page, supervisors are told in 0:18'],
  ['nobody to tell', { passed_on_at: null }, 'Rings at every page'],
  [
    'supervisors told',
    { supervisors_told_at: inSeconds(-60), passed_on_at: inSeconds(240) },
    'Rings at every page, supervisors are told again in 4:00, supervisors told 19:03',
  ],
  ['acknowledged', { status: 'acknowledged', acknowledged_by: 'Esi Quaye' }, 'Acknowledged by Esi Quaye'],
])('it says at whom an incident rings: %s', (_, given, words) => {
  expect(ringWords(rung(given), NOW)).toBe(words);
});

test.each([
  [42_000, '0:42'],
  [1_915_000, '31:55'],
  [7_390_000, '2:03:10'],
  [3 * 86_400_000, '3 days'],
  [-5_000, '0:00'],
])('an age of %i ms is %s', (ms, text) => {
  expect(clockText(ms)).toBe(text);
});

test('keys go from one incident to the next, stop at the ends, and begin with the first', () => {
  const ids = ['4', '7', '9'];
  expect(steppedTo(ids, '4', 'j')).toBe('7');
  expect(steppedTo(ids, '4', 'ArrowUp')).toBe('4');
  expect(steppedTo(ids, '9', 'ArrowDown')).toBe('9');
  expect(steppedTo(ids, 'ended', 'k')).toBe('4');
  expect(steppedTo([], '', 'j')).toBeNull();
});

test('a stream is lost once it was silent for as long', () => {
  let now = 0;
  const silence = lostAfter(8_000, () => now);
  now = 7_999;
  expect(silence.isLost()).toBe(false);
  now = 8_000;
  expect(silence.isLost()).toBe(true);
  silence.heard();
  expect(silence.isLost()).toBe(false);
});

test('each state offers what the contract allows, the usual next step first', () => {
  expect(movesFrom('raised')).toEqual(['acknowledge', 'dispatch', 'false_alarm', 'duplicate']);
  expect(movesFrom('acknowledged')).toEqual(['dispatch', 'arrive', 'resolve', 'false_alarm', 'duplicate']);
  expect(movesFrom('on_scene')).toEqual(['resolve', 'false_alarm', 'duplicate']);
  expect(movesFrom('resolved')).toEqual(['reopen']);
});

test.each([
  [1, '1 call of an unknown phone'],
  [37, '37 calls of unknown phones'],
])('a queue with %i in it is called so', (waiting, words) => {
  expect(callText({ waiting, car_number: '', fullname: '' })).toBe(words);
});
