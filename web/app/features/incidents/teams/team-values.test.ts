import { expect, test } from 'vitest';
import { dutyOf, NEW_TEAM, teamOf, valuesOfTeam } from './team-values.ts';

test('people are written one a line, with a number or without, and read back', () => {
  const people = [
    { name: 'Kofi Annor', phone: '+233241234567' },
    { name: 'Esi', phone: '' },
  ];
  const team = {
    ...{ id: '1', name: 'Osu', phone: '+233246000001', vehicle: '', area: null, is_active: true },
    people,
  };
  const values = valuesOfTeam({ ...team, duty_now: null, duty_next: null, sent_to: null });
  expect(values.people).toBe('Kofi Annor, 024 123 4567\nEsi');
  expect(teamOf({ ...NEW_TEAM, people: ` ${values.people}\n\n` }).people).toEqual([
    { name: 'Kofi Annor', phone: '024 123 4567' },
    { name: 'Esi', phone: '' },
  ]);
});

test.each([
  ['08:00', '18:00', '2026-11-26T08:00:00.000Z', '2026-11-26T18:00:00.000Z'],
  ['18:00', '06:00', '2026-11-26T18:00:00.000Z', '2026-11-27T06:00:00.000Z'],
  ['06:00', '06:00', '2026-11-26T06:00:00.000Z', '2026-11-27T06:00:00.000Z'],
])('a duty from %s to %s begins %s and ends %s', (from, until, starts_at, ends_at) => {
  expect(dutyOf({ day: '2026-11-26', from, until })).toEqual({ starts_at, ends_at });
});

test('a duty without a day or a time has no moments, which the server would refuse', () => {
  expect(dutyOf({ day: '', from: '08:00', until: '18:00' })).toEqual({ starts_at: '', ends_at: '' });
  expect(dutyOf({ day: '2026-11-26', from: '', until: '18:00' })).toEqual({ starts_at: '', ends_at: '' });
});
