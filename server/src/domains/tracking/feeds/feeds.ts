import {
  type FeedAnswer,
  MOST_REPORTS,
  type OsmandReport,
  type RejectCause,
  TraccarEvent,
  TraccarPosition,
  TraccarReport,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { StaffHolders } from '#domains/approvals';
import type { KeptSite } from '#domains/site';
import { gathered } from '#lib/gather.ts';
import { Refusal } from '#lib/refusal.ts';
import { dayKeeper } from '../positions/days.repo.ts';
import type { AlarmCalls } from './called-alarms.ts';
import { deviceRates } from './device-rates.ts';
import { readOsmand, UNREADABLE } from './read-osmand.ts';
import {
  type Bounds,
  callsForHelp,
  type FeedItem,
  keptSince,
  readTraccar,
  readTraccarEvent,
  type Unread,
} from './read-report.ts';
import { isPassing, type Outcome, storeBatch } from './store-reports.ts';

/** Reports in one transaction at most. */
const MOST_TOGETHER = 500;
/** Batches on their way at once: while one waits for its commit, the next one is made ready. */
const WRITERS = 2;
/** Reports that may wait, which bounds their memory; further ones are refused with 503. */
const MOST_WAITING = 10_000;

export type FeedDeps = {
  db: Db;
  now: () => Date;
  site: Pick<KeptSite, 'read'>;
  staff: Pick<StaffHolders, 'named'>;
  alarms: AlarmCalls;
};

const busy = (): Refusal => new Refusal('busy', 'More reports come than can be stored. Please send it again.');
const tooMany = (): Refusal => new Refusal('too_many_requests', 'The device sends too many reports.');

/** A report that was refused or said nothing, with the name that it gave its tracker. */
export type Rejected = { cause: RejectCause; name: string };

const NO_REPORT = 'This is not a report: it needs id, lat, lon and a timestamp.';
const TOO_LONG = `Send at most ${MOST_REPORTS} reports at once.`;

type Single = Outcome | Error | 'unreadable' | 'too many';

const isRead = (item: FeedItem | Unread): item is FeedItem => 'events' in item;
const saysNothing = (item: FeedItem | Unread): boolean => !isRead(item) || (!item.report && item.events.length === 0);

const rejectedOf = (item: FeedItem | Unread, outcome: Single | undefined): Rejected[] => {
  if (outcome !== 'too many' && !saysNothing(item)) return [];
  return [{ cause: outcome === 'too many' ? 'too_many' : item.lacks, name: item.uniqueId }];
};

const inAll = (outcomes: readonly Single[]): Omit<FeedAnswer, 'status'> => {
  const count = (...of: Single[]): number => outcomes.filter((one) => of.includes(one)).length;
  const [stored, repeated] = [count('stored'), count('repeated')];
  const ignored = outcomes.length - stored - repeated;
  return { message: 'The reports are stored.', stored, repeated, ignored };
};

/** Takes reports of all feeds of this server, and stores them together. */
export const feedOf = ({ db, now, site, alarms }: FeedDeps) => {
  const days = dayKeeper(db);
  const mayReport = deviceRates();
  // Their own room: a backlog of places after a gap keeps no call for help out.
  const mayCall = deviceRates();
  let waiting = 0;
  const store = gathered(
    (items: readonly FeedItem[]) => storeBatch({ db, days, now, alarms }, items),
    WRITERS,
    MOST_TOGETHER,
  );

  const take = async (item: FeedItem): Promise<Single> => {
    const may = item.events.some(({ alarm }) => callsForHelp(alarm)) ? mayCall : mayReport;
    if (!may(item.uniqueId, now().getTime())) return 'too many';
    if (saysNothing(item)) return 'ignored';
    if (waiting >= MOST_WAITING) throw busy();
    waiting += 1;
    try {
      return await store(item);
    } finally {
      waiting -= 1;
    }
  };

  const bounds = async (): Promise<Bounds> => {
    const { places_kept_days } = await site.read();
    return { now: now(), keptSince: keptSince(now(), places_kept_days) };
  };

  /**
   * Takes one call's reports, and gives `rejected` those that were not. That of a call with one
   * alone has its own refusal.
   */
  const takeAll = async (items: readonly (FeedItem | Unread)[], isList: boolean, rejected: Rejected[]) => {
    const outcomes = await Promise.all(items.map((item) => (isRead(item) ? take(item) : ('unreadable' as const))));
    const [only] = outcomes;
    if (!isList && only instanceof Error) throw only;
    // The sender tries again: of what is stored already nothing is stored twice.
    if (outcomes.some((one) => one instanceof Error && isPassing(one))) throw busy();
    rejected.push(...items.flatMap((item, place) => rejectedOf(item, outcomes[place])));
    if (!isList && only === 'too many') throw tooMany();
    if (!isList && only === 'unreadable') throw new Refusal('invalid_input', NO_REPORT);
    return inAll(outcomes);
  };

  const takeGiven = (given: unknown, read: (one: unknown) => FeedItem | null, rejected: Rejected[]) => {
    const items = [given].flat().map((one) => read(one) ?? UNREADABLE);
    return takeAll(items, Array.isArray(given), rejected);
  };

  return {
    positions: async (given: unknown, rejected: Rejected[]) => {
      const within = await bounds();
      const readPosition = (one: unknown) => {
        const { data } = TraccarReport.safeParse(one);
        return data ? readTraccar(data, within) : null;
      };
      return takeGiven(given, readPosition, rejected);
    },
    events: async (given: unknown, rejected: Rejected[]) => {
      const within = await bounds();
      const readEvent = (one: unknown) => {
        const { data } = TraccarEvent.safeParse(one);
        return data ? readTraccarEvent(data, TraccarPosition.safeParse(data.position).data ?? null, within) : null;
      };
      return takeGiven(given, readEvent, rejected);
    },
    osmand: async (query: OsmandReport, body: unknown, rejected: Rejected[]) => {
      const items = readOsmand(query, body, await bounds());
      if (items.length > MOST_REPORTS) throw new Refusal('invalid_input', TOO_LONG);
      return takeAll(items, items.length > 1, rejected);
    },
  };
};
