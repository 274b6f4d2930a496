import type { Presence } from '#db/connection/presence.ts';
import type { Db } from '#db/database.ts';
import { followPrompts, hasPromptToFollow } from '#domains/clearance';
import { onlyByRightClock, type RecurringJob } from '#domains/jobs';
import type { Momo } from '#integrations/momo/open-momo.ts';

/** Shorter than the pause between polls, so that each poll sends and follows prompts. */
const EVERY_MS = 1_000;
const QUIET_MS = 60_000;

type Deps = {
  db: Db;
  now: () => Date;
  momo: Momo | null;
  presence: Presence;
  warn: (what: object, words: string) => void;
};

/** Warns at most once a minute in the same words: a network that is down fails every prompt. */
const warnOncePerMinute = (warn: Deps['warn'], now: () => Date): ((prompt: string, words: string) => void) => {
  const said = new Map<string, number>();
  return (prompt, words) => {
    const at = now().getTime();
    for (const [known, then] of said) if (at - then >= QUIET_MS) said.delete(known);
    if (said.has(words)) return;
    said.set(words, at);
    warn({ prompt }, words);
  };
};

/** Sends and follows prompts; no job without a service. */
export const prompts = ({ db, now, momo, presence, warn }: Deps): RecurringJob[] => {
  if (!momo) return [];
  const tell = warnOncePerMinute(warn, now);
  // A prompt is given up after a day.
  return onlyByRightClock({ db, now }, [
    {
      name: 'look after prompts',
      everyMs: EVERY_MS,
      isNeeded: () => hasPromptToFollow(db, presence, now()),
      run: () => followPrompts({ db, momo, now, presence, tell }),
    },
  ]);
};
