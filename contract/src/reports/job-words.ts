type JobWords = {
  label: string;
  /** The page on which its work is gone on with; it is not tried again by itself. */
  page?: { path: string; label: string };
};

/** Jobs of the server in plain words, by their names in the table of jobs. */
const JOB_WORDS: Readonly<Record<string, JobWords>> = {
  'import drivers': {
    label: 'Importing a list of drivers',
    page: { path: '/driver_import', label: 'Go on from its list' },
  },
  'take back drivers': {
    label: 'Taking an import of drivers back',
    page: { path: '/driver_import', label: 'Begin again from its list' },
  },
  'import statement': {
    label: 'Importing a statement',
    page: { path: '/statement_import', label: 'Go on from its statement' },
  },
  'send reminders': { label: 'Sending reminders' },
  'check books': { label: 'Checking the books' },
  'check books nightly': { label: 'Beginning the night’s look through the books' },
  'send messages': { label: 'Sending messages' },
  'release welcomes': { label: 'Letting welcomes go that were held back' },
  'fold totals': { label: 'Adding up totals' },
  'match claims': { label: 'Matching claims to received money' },
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
  'clear old driver imports': { label: 'Removing old lists of drivers' },
  'forget prompts': { label: 'Forgetting old prompts' },
  'forget looks': { label: 'Forgetting old looks at drivers' },
  'clear old events': { label: 'Removing old live events' },
  'forget jobs': { label: 'Forgetting ended jobs' },
};

/** The jobs that have words. */
export const JOB_NAMES: readonly string[] = Object.keys(JOB_WORDS);

/** A job in plain words; one of another version shows by its name. */
export const jobLabel = (name: string): string => JOB_WORDS[name]?.label ?? name;

/** The page on which staff go on with a job's work, or null. */
export const jobPage = (name: string): { path: string; label: string } | null => JOB_WORDS[name]?.page ?? null;

/** True of a job that may be tried again by itself: it is known, and goes on without doing anything twice. */
export const goesOnByItself = (name: string): boolean => {
  const words = JOB_WORDS[name];
  return words !== undefined && words.page === undefined;
};
