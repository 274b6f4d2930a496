import type { AnswerOf, clearanceFigures, Dashboard, Permission } from '@banbo/contract';
import { counted } from '~/lib/counted.ts';
import { ageText } from './words.ts';

export type Task = {
  about: string;
  tone: 'bad' | 'waiting';
  text: string;
  /** The page that is about it. */
  to: string;
};

type Reasons = AnswerOf<typeof clearanceFigures>['reasons'];

/** Milliseconds after which a claim has waited too long for its driver. */
const LONG_MS = 3 * 86_400_000;

/** Reasons that a person has to decide; the first ones have their own words. */
const NAMED = [
  ['differs', 'claim differs from the money received', 'claims differ from the money received'],
  ['other_car', 'receipt of money names another car', 'receipts of money name another car'],
  ['disputed', 'transaction ID is claimed twice', 'transaction IDs are claimed twice'],
  ['reclaimed', 'cleared payment was claimed by another driver', 'cleared payments were claimed by other drivers'],
  ['missing', 'receipt of money is missing on a statement', 'receipts of money are missing on a statement'],
  ['no_claim', 'receipt of money has no claim', 'receipts of money have no claim'],
] as const;
const OTHERS: readonly string[] = [
  'two_networks',
  'statement',
  'shown_ended',
  'used',
  'paid',
  'unknown_car',
  'left',
  'cleared_before',
];

const clearance = (text: string, reason = ''): Task => ({
  about: 'Clearance',
  tone: 'bad',
  text,
  to: `/payment_clearance${reason && `?reason=${reason}`}`,
});

const caseTasks = (reasons: Reasons): Task[] => {
  const countOf = (name: string): number => reasons.find(({ reason }) => reason === name)?.count ?? 0;
  const others = OTHERS.reduce((sum, name) => sum + countOf(name), 0);
  return [
    ...NAMED.flatMap(([name, one, many]) =>
      countOf(name) === 0 ? [] : clearance(counted(countOf(name), one, many), name),
    ),
    ...(others === 0 ? [] : [clearance(`${counted(others, 'other case')} to decide`)]),
  ];
};

/** The tasks that the user may do, the most urgent first. */
export const tasksOf = (
  { books, claims, drivers, failed_jobs = 0, new_messages = 0, car_requests = 0, approvals = 0 }: Dashboard,
  reasons: Reasons,
  can: (permission: Permission) => boolean,
  now: Date,
): Task[] => {
  const tasks: (Task | false | null | undefined)[] = [
    books != null &&
      books.difference_count > 0 && {
        about: 'Books',
        tone: 'bad',
        text: `${counted(books.difference_count, 'difference')} between payments and the books`,
        to: '/book_checks',
      },
    failed_jobs > 0 && {
      about: 'Jobs',
      tone: 'bad',
      text: `${counted(failed_jobs, 'job')} of the server failed`,
      to: '/failed_jobs',
    },
    approvals > 0 && {
      about: 'Approvals',
      tone: 'waiting',
      text: `${counted(approvals, 'change waits', 'changes wait')} for your approval`,
      to: '/approvals?status=asked',
    },
    ...(can('payments.clear') ? caseTasks(reasons) : []),
    can('payments.clear') &&
      claims.oldest_at !== null &&
      now.getTime() - new Date(claims.oldest_at).getTime() > LONG_MS && {
        about: 'Claims',
        tone: 'waiting',
        text: `The oldest claim has waited for ${ageText(claims.oldest_at, now)}`,
        to: '/payment_clearance',
      },
    can('drivers.register') &&
      drivers.unpaid > 0 && {
        about: 'Registration',
        tone: 'waiting',
        text: `${counted(drivers.unpaid, 'registration')} not paid yet`,
        to: '/admin_registration',
      },
    car_requests > 0 && {
      about: 'Registration',
      tone: 'waiting',
      text: counted(car_requests, 'request for another car', 'requests for another car'),
      to: '/admin_registration?part=cars',
    },
    new_messages > 0 && {
      about: 'Messages',
      tone: 'waiting',
      text: `${counted(new_messages, 'contact message')} that nobody has taken`,
      to: '/contact_messages?state=new',
    },
  ];
  return tasks.filter((task): task is Task => Boolean(task));
};
