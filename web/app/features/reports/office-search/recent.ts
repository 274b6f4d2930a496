import { hasTexts } from '~/lib/browser-storage.ts';
import { currentSession, onSessionChange } from '~/lib/session/session-store.ts';
import { inTab } from '~/lib/use-kept.ts';
import type { Match } from './match-groups.ts';

/** The most records and pages that are offered again. */
const MOST = 6;

const kept = inTab('banbo.recent');

// They name people, so they go with the session.
onSessionChange(() => {
  if (!currentSession()) kept.drop();
});

type Recent = Pick<Match, 'key' | 'to' | 'title' | 'work'> & { who: string };

const isRecent = (value: unknown): value is Recent => hasTexts(value, ['key', 'to', 'title', 'who']);

const ownRecent = (): Recent[] => {
  const value = kept.read();
  const who = currentSession()?.username;
  return Array.isArray(value) ? value.filter(isRecent).filter((one) => one.who === who) : [];
};

/** The matches that this person opened in this tab, the last first. */
export const recentMatches = (): Match[] =>
  ownRecent().map(({ key, to, title, work }) => ({
    ...{ key: `recent-${key}`, to, title, details: [], isRemoved: false, ...(work && { work }) },
  }));

/** Offers a match again the next time. */
export const noteRecent = ({ key, to, title, work }: Match): void => {
  const who = currentSession()?.username;
  if (who === undefined) return;
  const own: Recent = { key: key.replace(/^recent-/, ''), to, title, who, ...(work && { work }) };
  kept.write([own, ...ownRecent().filter((one) => one.key !== own.key)].slice(0, MOST));
};
