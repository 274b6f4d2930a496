import type { Dashboard } from '@banbo/contract';
import { expect, test } from 'vitest';
import { tasksOf } from './tasks.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const QUIET: Dashboard = {
  today: '2026-11-20',
  drivers: { count: 60, registered_today: 0, registered_this_week: 0, unpaid: 0 },
  claims: { count: 0, oldest_at: null },
};
const everything = () => true;

test('nothing waits for anybody where nothing is wrong', () => {
  expect(tasksOf({ ...QUIET, books: null, failed_jobs: 0 }, [], everything, NOW)).toEqual([]);
});

const TROUBLED: Dashboard = {
  ...QUIET,
  drivers: { ...QUIET.drivers, unpaid: 1 },
  claims: { count: 4, oldest_at: '2026-11-14T10:00:00.000Z' },
  books: { ended_at: '2026-11-20T02:00:00.000Z', difference_count: 2 },
  failed_jobs: 1,
  car_requests: 1,
  approvals: 2,
};
const reason = (name: 'differs' | 'ready' | 'left' | 'paid', count: number) => ({
  reason: name,
  count,
  amount: '1.00',
});
const REASONS = [reason('differs', 5), reason('ready', 9), reason('left', 1), reason('paid', 1)];

test('each thing that waits is a line with the way to it', () => {
  expect(tasksOf(TROUBLED, REASONS, everything, NOW).map(({ text, to }) => [text, to])).toEqual([
    ['2 differences between payments and the books', '/book_checks'],
    ['1 job of the server failed', '/failed_jobs'],
    ['2 changes wait for your approval', '/approvals?status=asked'],
    ['5 claims differ from the money received', '/payment_clearance?reason=differs'],
    ['2 other cases to decide', '/payment_clearance'],
    ['The oldest claim has waited for 6 days', '/payment_clearance'],
    ['1 registration not paid yet', expect.stringMatching(/^\/(admin_registration|global_drivers)$/)],
    ['1 request for another car', '/admin_registration?part=cars'],
  ]);
});

test('those who may not decide are not asked to', () => {
  const about = tasksOf({ ...TROUBLED, car_requests: 0, approvals: 0 }, REASONS, () => false, NOW).map(
    (task) => task.about,
  );
  expect(about).toEqual(['Books', 'Jobs']);
});
