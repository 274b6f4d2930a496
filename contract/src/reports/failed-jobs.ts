import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';

const endpoint = endpointsOf('system');

type JobWords = {
  label: string;
  /** The page on which staff continue its work; it is not tried again by itself. */
  page?: { path: string; label: string };
};

/** Jobs of the server in plain words, by their names in the table of jobs. */
const JOB_WORDS: Readonly<Record<string, JobWords>> = {
  'import drivers': {
    label: 'Importing a list of drivers',
    page: { path: '/driver_import', label: 'Continue from its list' },
  },
  'take back drivers': {
    label: 'Taking an import of drivers back',
    page: { path: '/driver_import', label: 'Start again from its list' },
  },
  'raise ground rent': {
    label: 'Raising ground rent',
    page: { path: '/ground_rent', label: 'Start it again: only what is missing is raised' },
  },
  'import land': {
    label: 'Importing a register of land',
    page: { path: '/land_import', label: 'Continue from its register' },
  },
  'take back land': {
    label: 'Taking an import of land back',
    page: { path: '/land_import', label: 'Start again from its register' },
  },
  'import trackers': {
    label: 'Importing a list of trackers',
    page: { path: '/device_import', label: 'Continue from its list' },
  },
  'import balances': {
    label: 'Importing a list of opening balances',
    page: { path: '/balance_import', label: 'Continue from its list' },
  },
  'propose journals': { label: 'Proposing journals of each month' },
  'clear old balance imports': { label: 'Removing old lists of opening balances' },
  'import statement': {
    label: 'Importing a statement',
    page: { path: '/statement_import', label: 'Continue from its statement' },
  },
  'send rent reminders': { label: 'Sending reminders of ground rent' },
  'send reminders': { label: 'Sending reminders' },
  'check books': { label: 'Checking the books' },
  'check books nightly': { label: 'Starting the nightly check of the books' },
  'keep a base': { label: 'Copying the database to the place of backups' },
  'remove old backups': { label: 'Removing old backups' },
  'open a backup': { label: 'Opening the newest backup, to prove that it can be restored' },
  'watch backups': { label: 'Telling the owner that backups have stopped' },
  'remind of hearings': { label: 'Reminding of hearings in court' },
  'tell the owner': { label: 'Sending the owner’s evening message' },
  'send messages': { label: 'Sending messages' },
  'release welcomes': { label: 'Releasing welcome texts that were held back' },
  'fold totals': { label: 'Adding up totals' },
  'match claims': { label: 'Matching claims to received money' },
  'find missing money': { label: 'Finding money that statements lack' },
  'use credit': { label: 'Paying due fees from drivers’ credit' },
  'watch prices': { label: 'Watching for missing prices' },
  'watch the clock': { label: 'Watching the server’s clock' },
  'look after prompts': { label: 'Following prompts for money' },
  'text receipts': { label: 'Texting receipts' },
  'sweep photos': { label: 'Removing photos without a record' },
  'forget answers': { label: 'Forgetting old answers' },
  'forget counts': { label: 'Forgetting old counts of calls' },
  'clear old access': { label: 'Removing ended sessions and codes' },
  'reject old claims': { label: 'Rejecting claims that found no money' },
  'archive unpaid registrations': { label: 'Archiving unpaid registrations' },
  'clear old messages': { label: 'Removing old messages' },
  'clear old statements': { label: 'Removing old statements' },
  'clear old device imports': { label: 'Removing old lists of trackers' },
  'clear old driver imports': { label: 'Removing old lists of drivers' },
  'clear old rent runs': { label: 'Removing old lines of ground rent that was raised' },
  'clear old land imports': { label: 'Removing old registers of land' },
  'forget prompts': { label: 'Forgetting old prompts' },
  'forget activations': { label: 'Removing old requests for sign-ins' },
  'forget looks': { label: 'Removing old records of who viewed drivers' },
  'make days of places': { label: 'Making room for the places of the next days' },
  'watch trackers': { label: 'Looking for silent trackers' },
  'watch feeds': { label: 'Noticing that trackers no longer report' },
  'watch shifts': { label: 'Telling supervisors that nobody is at the board of emergencies' },
  'pass calls on': { label: 'Passing on calls for help that nobody acknowledges, and telling who called by text' },
  'forget places': { label: 'Forgetting old places of trackers' },
  'erase places': { label: 'Deleting the places of erased people' },
  'thin places': { label: 'Thinning older places of trackers' },
  'clear old events': { label: 'Removing old live events' },
  'archive books': { label: 'Making the archive of a year of the books' },
  'clear old archives': { label: 'Removing old archives of the books' },
  'forget jobs': { label: 'Forgetting ended jobs' },
};

/** The names of all jobs that have a label. */
export const JOB_NAMES: readonly string[] = Object.keys(JOB_WORDS);

/** A job's label; a job of another version shows its name. */
export const jobLabel = (name: string): string => JOB_WORDS[name]?.label ?? name;

/** The page on which staff continue a job's work, or null. */
export const jobPage = (name: string): { path: string; label: string } | null => JOB_WORDS[name]?.page ?? null;

/** True for a known job that may be tried again by itself: a repeat does nothing twice. */
export const goesOnByItself = (name: string): boolean => {
  const words = JOB_WORDS[name];
  return words !== undefined && words.page === undefined;
};

const tags = ['system'];

/**
 * A job that failed: one that was asked for and is given up, or a recurring one whose last run
 * failed.
 */
export const FailedJob = z.object({
  id: Id,
  /** Its name in the table of jobs. */
  name: z.string(),
  is_recurring: z.boolean(),
  /** When it was tried last. */
  tried_at: Instant,
  /** Failed tries in a row. */
  attempts: z.number().int(),
  /** The words of the last failure, without anything secret; the server’s log has them whole. */
  failure: z.string(),
  /** When a recurring one is tried next. */
  next_at: Instant.nullable(),
  /** True where staff may have it tried at once. */
  may_retry: z.boolean(),
});
export type FailedJob = z.infer<typeof FailedJob>;

export const failedJobList = defineList({
  name: 'failed-jobs',
  url: '/failed_jobs',
  access: 'jobs.read',
  summary: 'Jobs of the server that failed, the last ones first',
  description: 'As many as the dashboard counts. A job that was asked for is forgotten a month after its end.',
  tags,
  row: FailedJob,
  filters: {},
  sorts: ['-tried_at', 'tried_at'],
  columns: [
    columnOf('tried_at', 'Last Tried', 'instant', { sort: 'tried_at' }),
    { key: 'name', header: 'Job', kind: 'text', value: ({ name }) => jobLabel(name) },
    columnOf('failure', 'Why It Failed'),
    columnOf('attempts', 'Tries', 'number'),
    columnOf('next_at', 'Next Try', 'instant'),
  ],
  reach: 10_000,
});

export const retryFailedJob = endpoint('POST /failed_jobs/:id/retry', 'jobs.read', {
  summary: 'Try a failed job again at once; one that was asked for goes on where it stopped',
  errors: ['not_found', 'conflict'],
});

export const failedJobEndpoints = {
  listFailedJobs: failedJobList.page,
  exportFailedJobs: failedJobList.file,
  retryFailedJob,
} as const;
