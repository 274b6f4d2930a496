import { expect, test } from 'vitest';
import { alarmOfBackups, presentArchive } from './backup-news.ts';

const STATE = {
  ...{ place: '/mnt/backup', keptUntil: null, stalled: null, waiting: null },
  ...{ lacksBase: false, baseSince: null, baseFailure: null, openFailure: null },
};
const NOW = new Date('2026-11-20T09:00:00Z');

test.each([
  ['never opened', null, 1, false],
  ['opened yesterday of those opened each day', '2026-11-19T02:00:00Z', 1, false],
  ['opened three days ago of those opened each day', '2026-11-17T02:00:00Z', 1, true],
  ['opened three weeks ago of those opened each month', '2026-10-30T02:00:00Z', 30, false],
])('a backup that was %s counts as late by the operator’s days', (_, opened, checkDays, isLate) => {
  const openedAt = opened === null ? null : new Date(opened);
  const { is_opened_late } = presentArchive(STATE, { openedAt, unopenedSince: openedAt, checkDays }, NOW);
  expect(is_opened_late).toBe(isLate);
});

test('a backup that could not be opened is an alarm once it is late, also before the first that was', () => {
  const state = { ...STATE, openFailure: 'there is no room for it' };
  const since = new Date('2026-11-18T09:00:00Z');
  expect(alarmOfBackups(state, { unopenedSince: since, checkDays: 1 }, NOW)).toBeNull();
  const unopenedSince = new Date('2026-11-18T08:59:00Z');
  expect(alarmOfBackups(state, { unopenedSince, checkDays: 1 }, NOW)).toEqual({
    ...{ kind: 'unopened', since: unopenedSince, why: 'there is no room for it' },
  });
  expect(presentArchive(state, { openedAt: null, unopenedSince, checkDays: 1 }, NOW)).toMatchObject({
    ...{ opened_at: null, is_opened_late: true, open_failure: 'there is no room for it' },
  });
});
