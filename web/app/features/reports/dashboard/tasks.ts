import {
  type AnswerOf,
  CASE_REASON_LABELS,
  type clearanceFigures,
  type Dashboard,
  MENUS,
  menuItems,
  type Permission,
} from '@banbo/contract';
import { ageText, counted } from './words.ts';

export type Task = {
  about: string;
  tone: 'bad' | 'waiting';
  text: string /** Null where no page is about it. */;
  to: string | null;
};

type Reasons = AnswerOf<typeof clearanceFigures>['reasons'];

/** Registrations have a page of their own in some later version; until then they are among all drivers. */
const REGISTRATIONS = menuItems(Object.values(MENUS).flat()).some(
  ({ path, ready }) => ready && path === '/admin_registration',
)
  ? '/admin_registration'
  : '/global_drivers';

/** Milliseconds after which a claim has waited too long for its driver. */
const LONG_MS = 3 * 86_400_000;

/** Reasons that no later receipt settles: somebody has to decide. */
const TO_DECIDE = ['differs', 'disputed', 'statement', 'used', 'paid', 'unknown_car', 'no_claim', 'left'] as const;

const caseTasks = (reasons: Reasons): Task[] =>
  TO_DECIDE.flatMap((reason) => {
    const found = reasons.find((one) => one.reason === reason);
    if (!found || found.count === 0) return [];
    const text = `${counted(found.count, 'case')}: ${CASE_REASON_LABELS[reason].toLowerCase()}`;
    return { about: 'Clearance', tone: 'bad' as const, text, to: `/payment_clearance?reason=${reason}` };
  });

/** What waits for somebody who may do it, the most urgent first. */
export const tasksOf = (
  { books, claims, drivers, failed_jobs = 0 }: Dashboard,
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
      text: `${counted(failed_jobs, 'job')} of the server failed; its log says why`,
      to: null,
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
    can('drivers.read') &&
      drivers.unpaid > 0 && {
        about: 'Registration',
        tone: 'waiting',
        text: `${counted(drivers.unpaid, 'registration')} not paid yet`,
        to: REGISTRATIONS,
      },
  ];
  return tasks.filter((task): task is Task => Boolean(task));
};
