import {
  type AnswerOf,
  arrearsAgeLabel,
  type arrearsByAge,
  CASE_REASON_LABELS,
  type clearanceFigures,
  type Dashboard,
  FIGURE_LINKS,
  formatDay,
  formatInstant,
  type getMissingPrices,
  isWithoutAccount,
  type Permission,
  shownKind,
} from '@banbo/contract';
import { count, counted } from '~/lib/counted.ts';
import { ageText } from './words.ts';

export type Task = {
  about: string;
  /** Bad costs money or trust while it waits; good is nothing to do; plain cannot be seen here. */
  tone: 'bad' | 'waiting' | 'plain' | 'good';
  text: string;
  /** The page that is about it; null where only an administrator can do it. */
  to: string | null;
  /** Parts of the number, each with its rows. */
  parts?: readonly { text: string; to: string }[];
};

type Known = {
  dashboard: Dashboard;
  cases: AnswerOf<typeof clearanceFigures> | undefined;
  ages: AnswerOf<typeof arrearsByAge>['ages'] | undefined;
  missing: AnswerOf<typeof getMissingPrices>['missing'] | undefined;
  missingOfLand?: AnswerOf<typeof getMissingPrices>['missing'] | undefined;
  now: Date;
};

/** Milliseconds after which a claim has waited too long for its driver. */
const LONG_MS = 3 * 86_400_000;

/** Reasons whose cases no later receipt or claim settles. */
const SETTLES_ITSELF: readonly string[] = ['no_receipt', 'ready'];

const clearanceTask = ({ dashboard: { claims }, cases, now }: Known): Task | false => {
  if (!cases || cases.all.count === 0) return false;
  const oldest = claims?.oldest_at;
  const isLong = oldest != null && now.getTime() - new Date(oldest).getTime() > LONG_MS;
  const parts = cases.reasons
    .filter((one) => one.count > 0 && !SETTLES_ITSELF.includes(one.reason))
    .sort((one, other) => other.count - one.count)
    .slice(0, 3);
  return {
    about: 'Clearance',
    tone: isLong ? 'bad' : 'waiting',
    text: `${counted(cases.all.count, 'case waits', 'cases wait')}${isLong ? `, the oldest for ${ageText(oldest, now)}` : ''}`,
    to: FIGURE_LINKS.cases,
    parts: parts.map(({ reason, count: number }) => ({
      text: `${CASE_REASON_LABELS[reason]}: ${count(number)}`,
      to: FIGURE_LINKS.casesOf(reason),
    })),
  };
};

/** Drivers who owe an earlier month and would be reminded now. */
const reminderTask = ({ ages = [], dashboard: { setup } }: Known): Task | false => {
  if (setup && isWithoutAccount(setup)) return false;
  const due = ages.filter(({ age, remindable }) => age !== 'current' && age !== 'fees' && remindable > 0);
  const [first] = due;
  if (!first) return false;
  const sum = due.reduce((all, { remindable }) => all + remindable, 0);
  return {
    about: 'Reminders',
    tone: 'waiting',
    text: `${counted(sum, 'driver owes', 'drivers owe')} an earlier month and can be reminded`,
    to: FIGURE_LINKS.reminders(first.age),
    parts: due.map(({ age, remindable }) => ({
      text: `${arrearsAgeLabel(age)}: ${count(remindable)}`,
      to: FIGURE_LINKS.reminders(age),
    })),
  };
};

const priceTasks = ({ missing = [], dashboard: { today } }: Known, maySet: boolean): Task[] =>
  missing.map(({ year, descriptions }) => {
    const isDue = String(year) <= today.slice(0, 4);
    const fees = descriptions.map(shownKind).join(', ');
    return {
      about: 'Prices',
      tone: isDue ? 'bad' : 'waiting',
      text: `${year} has no price for ${fees}${isDue ? ': it is not due until it has one' : ''}${maySet ? '' : '. Please tell an administrator.'}`,
      to: maySet ? `/add_payment_list?year=${year}` : null,
    };
  });

/** Codes of the land side whose prices end; nothing is assumed in their place. */
const landPriceTasks = ({ missingOfLand = [], dashboard: { today } }: Known, maySet: boolean): Task[] =>
  missingOfLand.map(({ year, descriptions }) => ({
    about: 'Land',
    tone: String(year) <= today.slice(0, 4) ? 'bad' : 'waiting',
    text: `${year} has no price of land for ${descriptions.map(shownKind).join(', ')}${maySet ? '' : '. Please tell an administrator.'}`,
    to: maySet ? `/yearly_payments/add?year=${year}` : null,
  }));

/** Milliseconds after which a backup of every night is missing; one may take hours. */
const BACKUP_MS = 36 * 3_600_000;

type Backup = NonNullable<Dashboard['backup']>;

/** The reason why nothing may be restored from the place of backups; null where there is none. */
const troubleOf = ({
  place,
  stalled,
  lacks_base,
  base_failure,
  late_base,
  opened_at,
  is_opened_late,
  open_failure = null,
}: NonNullable<Backup['archive']>): string | null => {
  if (stalled) return `Nothing has been backed up to ${place} since ${formatInstant(stalled.since)}: ${stalled.why}`;
  if (late_base) {
    const why = late_base.why === null ? '' : `: ${late_base.why}`;
    return `Changes are kept in ${place}, but no whole copy has been made since ${formatInstant(late_base.since)}${why}`;
  }
  if (lacks_base && base_failure) return `No backup could be made in ${place}: ${base_failure}`;
  if (lacks_base) return `The first backup to ${place} is being made`;
  const why = open_failure === null ? '' : `: ${open_failure}`;
  if (opened_at !== null) {
    return is_opened_late
      ? `No backup in ${place} has been opened and read since ${formatInstant(opened_at)}${why}`
      : null;
  }
  if (open_failure !== null || is_opened_late) return `No backup in ${place} has been opened and read yet${why}`;
  return `The backup in ${place} is still to be opened and read, which happens by itself`;
};

const lastInArchive = (at: string, { place, kept_until, opened_at }: NonNullable<Backup['archive']>): string =>
  [
    `Last backup ${formatInstant(at)}`,
    ...(opened_at === null ? [] : [`that of ${formatInstant(opened_at)} was opened and read`]),
    ...(kept_until === null ? [] : [`every change up to ${formatInstant(kept_until)} is in ${place}`]),
  ].join('; ');

const backupTask = ({ dashboard: { backup }, now }: Known): Task | false => {
  if (!backup) return false;
  const { made_at: at, is_elsewhere: isElsewhere, archive } = backup;
  const row = (tone: Task['tone'], text: string): Task => ({ about: 'Backup', tone, text, to: null });
  const trouble = archive && troubleOf(archive);
  if (archive && trouble)
    return row(
      archive.stalled || archive.late_base || archive.base_failure || archive.open_failure ? 'bad' : 'waiting',
      trouble,
    );
  if (isElsewhere) return row('plain', 'Backups are the task of the database’s own server: this page cannot see any');
  if (at === null) return row('bad', 'No backup has been made yet: set one up for every night');
  const isOld = now.getTime() - new Date(at).getTime() > BACKUP_MS;
  return isOld
    ? row('bad', `The last good backup is ${ageText(at, now)} old: ${formatInstant(at)}`)
    : row('good', archive ? lastInArchive(at, archive) : `Last good backup ${formatInstant(at)}, checked`);
};

/** `Kofi Owusu waits`, or the first three of more. */
const toConfirm = (users: readonly { fullname: string }[]): string => {
  const names = users.slice(0, 3).map(({ fullname }) => fullname);
  const more = users.length - names.length;
  return `${[...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')} ${users.length === 1 ? 'waits' : 'wait'}`;
};

const URGENCY = { bad: 0, waiting: 1, plain: 2, good: 3 } as const;

/** The tasks that the user may do, a row for each kind, the most urgent first. */
export const tasksOf = (known: Known, can: (permission: Permission) => boolean): Task[] => {
  const {
    books,
    failed_jobs = 0,
    new_messages = 0,
    car_requests = 0,
    approvals = 0,
    statements_behind = [],
    uncounted_cash = 0,
    unconfirmed_users = [],
    owner_is_told = true,
    watch_entries = 0,
    late_applications = 0,
    heard_cases = 0,
    ...of
  } = known.dashboard;
  const registrations = of.incomplete_registrations ?? 0;
  const tasks: (Task | false)[] = [
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
      text: counted(failed_jobs, 'background task failed', 'background tasks failed'),
      to: FIGURE_LINKS.failedJobs,
    },
    clearanceTask(known),
    ...priceTasks(known, can('prices.change')),
    ...landPriceTasks(known, can('prices.change')),
    approvals > 0 && {
      about: 'Approvals',
      tone: 'waiting',
      text: `${counted(approvals, 'change waits', 'changes wait')} for your approval`,
      to: FIGURE_LINKS.approvals,
    },
    new_messages > 0 && {
      about: 'Messages',
      tone: 'waiting',
      text: `${counted(new_messages, 'contact message')} without an answer`,
      to: FIGURE_LINKS.messages,
    },
    car_requests > 0 && {
      about: 'Registration',
      tone: 'waiting',
      text: counted(car_requests, 'request for another car', 'requests for another car'),
      to: FIGURE_LINKS.carRequests,
    },
    watch_entries > 0 && {
      about: 'Trackers',
      tone: 'bad',
      text: counted(watch_entries, 'tracker alert to close', 'tracker alerts to close'),
      to: '/tracker_watch',
    },
    late_applications > 0 && {
      about: 'Land',
      tone: 'bad',
      text: `${counted(late_applications, 'application')} for a plot should have been decided`,
      to: FIGURE_LINKS.lateApplications,
    },
    ...statements_behind.map(
      ({ mode, covered }): Task => ({
        about: 'Statements',
        tone: 'bad',
        text: `No ${mode === 'momo' ? 'MoMo' : 'bank'} statement ${covered === null ? 'imported yet' : `since ${formatDay(covered)}`}: money that never came stays unseen`,
        to: '/statement_import',
      }),
    ),
    uncounted_cash > 0 && {
      about: 'Cash',
      tone: 'bad',
      text: `Cash of ${counted(uncounted_cash, 'day', 'days')} was not counted in the last week`,
      to: '/missing_cash_ups',
    },
    unconfirmed_users.length > 0 && {
      about: 'Users',
      tone: 'waiting',
      text: `${toConfirm(unconfirmed_users)} to be confirmed by somebody else than who made the account. Until then they count as one person`,
      to: unconfirmed_users.length === 1 ? `/view_system_user/${unconfirmed_users[0]?.id}` : '/system_users',
    },
    !owner_is_told && {
      about: 'Owner',
      tone: 'bad',
      text: 'No phone or e-mail of the owner is set: nobody hears what one person decides alone',
      to: '/general_setup',
    },
    heard_cases > 0 && {
      about: 'Court',
      tone: 'waiting',
      text: `${counted(heard_cases, 'case is', 'cases are')} heard within 7 days`,
      to: FIGURE_LINKS.heardCases,
    },
    of.ending_bundles !== undefined &&
      of.ending_bundles.count > 0 && {
        about: 'Trackers',
        tone: 'waiting',
        text: `${counted(of.ending_bundles.count, 'data bundle ends', 'data bundles end')} by ${formatDay(of.ending_bundles.until)}`,
        to: `/devices?state=fitted&bundle_until=${of.ending_bundles.until}`,
      },
    registrations > 0 && {
      about: 'Registration',
      tone: 'waiting',
      text: `${counted(registrations, 'registration')} not paid yet`,
      to: FIGURE_LINKS.registrations,
    },
    can('payments.clear') && reminderTask(known),
    backupTask(known),
  ];
  return tasks
    .filter((task): task is Task => Boolean(task))
    .sort((one, other) => URGENCY[one.tone] - URGENCY[other.tone]);
};
