import { currentSession, onSessionChange } from './session/session-store.ts';
import { sharedValue, useShared } from './shared-value.ts';

/** Work that goes on while the person may be elsewhere in the office. */
type Work = {
  label: string;
  /** The page that shows it; absent for work of this tab alone, such as a file that is saved. */
  to?: string;
};

export type RunningWork = Work & {
  id: number;
  /** From 0 to 1; null while nobody can say. */
  share: number | null;
  /** How far it is, in words: `45%`, `340 KB so far`. */
  words: string;
};

const works = sharedValue<readonly RunningWork[]>([]);
let lastId = 0;

type Report = (share: number | null, words: string) => void;

export const percent = (share: number): string => `${Math.floor(share * 100)}%`;

/** Shows work in the tray for as long as it runs, whichever page is open. */
export const followWork = async <T>(work: Work, run: (report: Report) => Promise<T>): Promise<T> => {
  lastId += 1;
  const id = lastId;
  works.set([...works.get(), { ...work, id, share: null, words: '' }]);
  try {
    return await run((share, words) =>
      works.set(works.get().map((one) => (one.id === id ? { ...one, share, words } : one))),
    );
  } finally {
    works.set(works.get().filter((one) => one.id !== id));
  }
};

/** Milliseconds between two looks at work of the server; few at first, so that it shows soon. */
export const LOOK_MS = { first: 300, later: 1_500 } as const;

/** How far work of the server is; null once it has ended. */
export type LookAtWork = () => Promise<{ done: number; total: number } | null>;

/** Ends after some milliseconds, or at once when the person signs out. */
const pauseOf = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unfollow();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const unfollow = onSessionChange(() => {
      if (currentSession() === null) end();
    });
  });

/** Follows work of the server until it ends, cannot be seen any more, or the person signs out. */
export const followServerWork = (work: Work, look: LookAtWork): Promise<void> =>
  followWork(work, async (report) => {
    for (;;) {
      const progress = await look().catch(() => null);
      if (progress === null) return;
      const { done, total } = progress;
      const share = total === 0 ? 0 : done / total;
      report(share, percent(share));
      await pauseOf(done === 0 ? LOOK_MS.first : LOOK_MS.later);
      if (currentSession() === null) return;
    }
  });

export const useRunningWork = (): readonly RunningWork[] => useShared(works);
