import type { Dashboard } from '@banbo/contract';
import { expect, test } from 'vitest';
import { tasksOf } from './tasks.ts';

const now = new Date('2026-11-20T10:00:00Z');
const QUIET: Dashboard = { today: '2026-11-20', time: '10:00' };
const everything = () => true;
const NOTHING = { cases: undefined, ages: undefined, missing: undefined, now };

test('nothing waits for anybody where nothing is wrong', () => {
  expect(tasksOf({ ...NOTHING, dashboard: { ...QUIET, books: null, failed_jobs: 0 } }, everything)).toEqual([]);
});

const TROUBLED: Dashboard = {
  ...QUIET,
  claims: { count: 4, amount: '100.00', oldest_at: '2026-11-14T10:00:00.000Z' },
  books: { ended_at: '2026-11-20T02:00:00.000Z', difference_count: 2 },
  failed_jobs: 1,
  incomplete_registrations: 1,
  car_requests: 1,
  approvals: 2,
  new_messages: 3,
  watch_entries: 1,
  late_applications: 2,
  ending_bundles: { count: 2, until: '2026-11-27' },
  statements_behind: [{ mode: 'momo', covered: '2026-11-12' }],
  uncounted_cash: 2,
  unconfirmed_users: [{ id: '7', fullname: 'Kofi Owusu' }],
  owner_is_told: false,
};
const reason = (name: 'differs' | 'ready' | 'left' | 'paid', count: number) => ({
  reason: name,
  count,
  amount: '1.00',
});
const CASES = {
  all: { count: 16, amount: '4.00' },
  reasons: [reason('left', 1), reason('differs', 5), reason('ready', 9), reason('paid', 1)],
  is_cut: false,
};
const AGES = (['current', 'one', 'two', 'three', 'fees'] as const).map((age, index) => ({
  ...{ age, count: 9, amount: '9.00', remindable: index },
}));
const MISSING = [
  { year: 2026, descriptions: ['DEVICE PAYMENT'] },
  { year: 2027, descriptions: ['REGISTRATION FEE', 'DEVICE PAYMENT'] },
];
const KNOWN = { dashboard: TROUBLED, cases: CASES, ages: AGES, missing: MISSING, now };

test('each kind that waits is a row with the way to it, the urgent ones first', () => {
  expect(tasksOf(KNOWN, everything).map(({ tone, text, to }) => [tone, text, to])).toEqual([
    ['bad', '2 differences between payments and the books', '/book_checks'],
    ['bad', '1 background task failed', '/failed_jobs'],
    ['bad', '16 cases wait, the oldest for 6 days', '/payment_clearance'],
    ['bad', '2026 has no price for Device payment: it is not due until it has one', '/add_payment_list?year=2026'],
    ['bad', '1 tracker alert to close', '/tracker_watch'],
    ['bad', '2 applications for a plot should have been decided', '/pending_approvals?late=late'],
    ['bad', 'No MoMo statement since 12 Nov 2026: money that never came stays unseen', '/statement_import'],
    ['bad', 'Cash of 2 days was not counted in the last week', '/missing_cash_ups'],
    ['bad', 'No phone or e-mail of the owner is set: nobody hears what one person decides alone', '/general_setup'],
    ['waiting', '2027 has no price for Registration fee, Device payment', '/add_payment_list?year=2027'],
    ['waiting', '2 changes wait for your approval', '/approvals?status=asked'],
    ['waiting', '3 contact messages without an answer', '/contact_messages?state=new'],
    ['waiting', '1 request for another car', '/admin_registration?part=cars'],
    [
      'waiting',
      'Kofi Owusu waits to be confirmed by somebody else than who made the account. Until then they count as one person',
      '/view_system_user/7',
    ],
    ['waiting', '2 data bundles end by 27 Nov 2026', '/devices?state=fitted&bundle_until=2026-11-27'],
    ['waiting', '1 registration not paid yet', '/admin_registration'],
    ['waiting', '6 drivers owe an earlier month and can be reminded', '/reminders?age=one'],
  ]);
});

test('a number that has parts leads to the rows of each', () => {
  const parts = tasksOf(KNOWN, everything).flatMap((task) => task.parts ?? []);
  expect(parts.map(({ text, to }) => [text, to])).toContainEqual([
    'Amount differs: 5',
    '/payment_clearance?reason=differs',
  ]);
  expect(parts.map(({ text, to }) => [text, to])).toContainEqual(['Since last month: 1', '/reminders?age=one']);
  expect(parts.some(({ text }) => text.startsWith('Ready'))).toBe(false);
});

test('a backup of last night is said last, and one that is missing first', () => {
  const rowOf = (backup: Dashboard['backup']) =>
    tasksOf({ ...NOTHING, dashboard: { ...QUIET, ...(backup && { backup }), approvals: 1 } }, everything).map(
      ({ tone, text }) => [tone, text],
    );
  const asked = ['waiting', '1 change waits for your approval'];
  expect(rowOf(undefined)).toEqual([asked]);
  expect(rowOf({ made_at: '2026-11-20T02:30:00.000Z' })).toEqual([
    asked,
    ['good', 'Last good backup 20 Nov 2026, 02:30, checked'],
  ]);
  expect(rowOf({ made_at: '2026-11-17T02:30:00.000Z' })).toEqual([
    ['bad', 'The last good backup is 3 days old: 17 Nov 2026, 02:30'],
    asked,
  ]);
  expect(rowOf({ made_at: null })[0]).toEqual(['bad', 'No backup has been made yet: set one up for every night']);
  expect(rowOf({ made_at: null, is_elsewhere: true })[1]).toEqual(['plain', expect.stringMatching(/own server/)]);
});

test('a place of backups is said with what it holds, and what stands against restoring from it before anything else', () => {
  const archive = {
    ...{ place: '/mnt/backup', kept_until: '2026-11-20T09:00:00.000Z', stalled: null, lacks_base: false },
    base_failure: null,
    late_base: null,
    opened_at: '2026-11-20T02:30:00.000Z',
  };
  const rowOf = (given: Partial<typeof archive> | object) => {
    const backup = { made_at: '2026-11-20T02:30:00.000Z', archive: { ...archive, ...given } };
    const [task] = tasksOf({ ...NOTHING, dashboard: { ...QUIET, backup } }, everything);
    return [task?.tone, task?.text];
  };
  expect(rowOf({})).toEqual([
    'good',
    'Last backup 20 Nov 2026, 02:30; that of 20 Nov 2026, 02:30 was opened and read; every change up to 20 Nov 2026, 09:00 is in /mnt/backup',
  ]);
  expect(rowOf({ stalled: { since: '2026-11-20T08:00:00.000Z', why: 'the disk is full' } })).toEqual([
    'bad',
    'Nothing has been backed up to /mnt/backup since 20 Nov 2026, 08:00: the disk is full',
  ]);
  expect(rowOf({ lacks_base: true })).toEqual(['waiting', 'The first backup to /mnt/backup is being made']);
  expect(rowOf({ lacks_base: true, base_failure: 'Its disk is full' })).toEqual([
    'bad',
    'No backup could be made in /mnt/backup: Its disk is full',
  ]);
  const late_base = { since: '2026-11-18T02:30:00.000Z', why: 'No space left on device' };
  expect(rowOf({ lacks_base: true, late_base })).toEqual([
    'bad',
    'Changes are kept in /mnt/backup, but no whole copy has been made since 18 Nov 2026, 02:30: No space left on device',
  ]);
  expect(rowOf({ opened_at: null })).toEqual([
    'waiting',
    'The backup in /mnt/backup is still to be opened and read, which happens by itself',
  ]);
  expect(rowOf({ opened_at: '2026-11-10T02:30:00.000Z', is_opened_late: true })).toEqual([
    'waiting',
    'No backup in /mnt/backup has been opened and read since 10 Nov 2026, 02:30',
  ]);
  const open_failure = 'there is no room for it';
  for (const opened_at of ['2026-11-10T02:30:00.000Z', null]) {
    expect(rowOf({ opened_at, is_opened_late: true, open_failure })).toEqual([
      'bad',
      expect.stringMatching(/: there is no room for it$/),
    ]);
  }
});

test('those who may not set prices or remind are not asked to', () => {
  const tasks = tasksOf({ ...KNOWN, cases: undefined }, () => false);
  expect(tasks.map(({ about }) => about)).not.toContain('Reminders');
  expect(tasks.filter(({ about }) => about === 'Prices').map(({ to, text }) => [to, text.slice(-29)])).toEqual(
    Array(2).fill([null, 'Please tell an administrator.']),
  );
});
