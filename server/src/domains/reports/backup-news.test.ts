import { expect, test } from 'vitest';
import { presentArchive } from './backup-news.ts';

const STATE = {
  ...{ place: '/mnt/backup', keptUntil: null, stalled: null, waiting: null },
  ...{ lacksBase: false, baseSince: null, baseFailure: null },
};
const NOW = new Date('2026-11-20T09:00:00Z');

test.each([
  ['never opened', null, 1, false],
  ['opened yesterday of those opened each day', '2026-11-19T02:00:00Z', 1, false],
  ['opened three days ago of those opened each day', '2026-11-17T02:00:00Z', 1, true],
  ['opened three weeks ago of those opened each month', '2026-10-30T02:00:00Z', 30, false],
])('a backup that was %s counts as late by the operator’s days', (_, opened, checkDays, isLate) => {
  const openedAt = opened === null ? null : new Date(opened);
  expect(presentArchive(STATE, { openedAt, checkDays }, NOW).is_opened_late).toBe(isLate);
});
