import { StartRefusal } from '#lib/refusal.ts';
import {
  type BackupArchive,
  type Base,
  idOfBase,
  keyOfPhoto,
  listBases,
  listSealed,
  photoObject,
  readBase,
  removeSealed,
} from './archive.ts';
import { readPhotoList } from './keep-photos.ts';

const DAY = 24 * 3_600_000;

/** Days of which every moment, and months of which one, can be restored. */
export type Kept = { days: number; months: number };

type Dated = Pick<Base, 'chain' | 'id' | 'ended' | 'system'>;

/** Months between a moment and now, in Accra's time, which is UTC. */
const monthsAgo = (ended: string, now: Date): number => {
  const at = new Date(ended);
  return (now.getUTCFullYear() - at.getUTCFullYear()) * 12 + now.getUTCMonth() - at.getUTCMonth();
};

/** A base that is kept: with all of the log after it, or with as much as makes it a database. */
type Keeping<T> = { base: T; log: 'all' | 'own' };

/** Of a database, chooses among its bases. */
const chooseOfOne = <T extends Dated>(bases: readonly T[], { days, months }: Kept, now: Date): Keeping<T>[] => {
  const since = new Date(now.getTime() - days * DAY).toISOString();
  const oldestFirst = bases.toSorted((one, other) => (one.ended < other.ended ? -1 : 1));
  const before = new Map(oldestFirst.filter(({ ended }) => ended < since).map((base) => [base.chain, base]));
  const firstOfMonth = new Map(oldestFirst.toReversed().map((base) => [base.ended.slice(0, 7), base]));
  /** Of the last days, or the last one before, from which the first of these days is reached. */
  const isRecent = (base: T): boolean => {
    if (base.ended >= since) return true;
    const next = oldestFirst[oldestFirst.indexOf(base) + 1];
    return before.get(base.chain) === base && next !== undefined && next.ended >= since;
  };
  // The newest base stays whatever its age, since there may be no other.
  const newest = oldestFirst.at(-1);
  return oldestFirst.flatMap((base): Keeping<T>[] => {
    if (isRecent(base) || base === newest) return [{ base, log: 'all' }];
    const isMonths = firstOfMonth.get(base.ended.slice(0, 7)) === base && monthsAgo(base.ended, now) <= months;
    return isMonths ? [{ base, log: 'own' }] : [];
  });
};

/**
 * Chooses the bases to keep of each database: those of the last days, in each chain the last one
 * before, from which the first of these days is reached, and of each of the last months the first.
 */
export const chooseBases = <T extends Dated>(bases: readonly T[], kept: Kept, now: Date): Keeping<T>[] =>
  [...Map.groupBy(bases, ({ system }) => system).values()].flatMap((own) => chooseOfOne(own, kept, now));

const SEGMENT = /^chains\/([^/]+)\/wal\/([0-9A-F]{24})(?:\.|$)/;

type Log = {
  keeping: readonly Keeping<Base>[];
  /** The chain that goes on. */
  chain: string;
  /** Chains of which a base cannot be read, so that nobody knows what it needs. */
  unread: ReadonlySet<string>;
  /** The id of a base of the day from which on chains without any may wait for their first one. */
  since: string;
};

/** Whether a chain, whose name begins with the moment at which it began, is younger than an id. */
const isYoung = (chain: string, since: string): boolean => /^\d{8}T\d{6}/.test(chain) && chain >= since;

/** Whether a segment, of a name without its ending, is needed by a kept base, or by a first one. */
const isNeeded = (object: string, { keeping, chain, unread, since }: Log): boolean => {
  const [, of, segment] = SEGMENT.exec(object) ?? [];
  // Histories of timelines are tiny and few.
  if (of === undefined || segment === undefined || unread.has(of)) return true;
  const own = keeping.filter(({ base }) => base.chain === of);
  // This chain may wait for its first base, and that of another server in the place.
  if (own.length === 0) return of === chain || isYoung(of, since);
  // The first eight digits are the timeline, on which a chain stays.
  return own.some(({ base, log }) => segment >= base.first && (log === 'all' || segment <= base.last));
};

/** The base whose part an object is; null of any other object. */
const baseOf = (object: string): Pick<Base, 'chain' | 'id'> | null => {
  const [, chain, id] = /^chains\/([^/]+)\/bases\/([^/]+)\//.exec(object) ?? [];
  return chain === undefined || id === undefined ? null : { chain, id };
};

/** The first characters of the id of a base that may still be under way. */
const idOfDayBefore = (now: Date): string => idOfBase(new Date(now.getTime() - DAY));

/** Removes photos that nothing has any more; `keys` tells those of DATA_DIR. */
const removePhotos = async (
  archive: BackupArchive,
  keeping: readonly Keeping<Base>[],
  keys: () => Promise<string[]>,
): Promise<void> => {
  // Before the keys of DATA_DIR, so that a photo that is stored meanwhile is in both or in neither.
  const stored = await listSealed(archive, photoObject(''));
  const needed = new Set(await keys());
  for (const { base } of keeping) for (const key of await readPhotoList(archive, base)) needed.add(key);
  const isNamed = (object: string): boolean => needed.has(keyOfPhoto(object));
  await removeSealed(
    archive,
    stored.filter((object) => !isNamed(object)),
  );
};

/** Reads the descriptions of all bases, and names those that cannot be read. */
const readBases = async (archive: BackupArchive): Promise<{ bases: Base[]; unread: Pick<Base, 'chain' | 'id'>[] }> => {
  const bases: Base[] = [];
  const unread: Pick<Base, 'chain' | 'id'>[] = [];
  for (const found of await listBases(archive)) {
    try {
      bases.push(await readBase(archive, found));
    } catch (error) {
      // It stays, with all that it may need; the others must not fill the place for it.
      if (!(error instanceof StartRefusal)) throw error;
      console.warn(`${error.message}: nothing is removed that this backup may need.`);
      unread.push(found);
    }
  }
  return { bases, unread };
};

type Pruned = { chain: string; keys: () => Promise<string[]>; kept: Kept; now: Date };

/**
 * Removes from an archive what its bases no longer need: old bases, the log that only they needed,
 * and photos that neither a kept base nor DATA_DIR has. `chain` is the one that goes on.
 */
export const prune = async (archive: BackupArchive, { chain, keys, kept, now }: Pruned): Promise<void> => {
  const { bases, unread } = await readBases(archive);
  const keeping = chooseBases(bases, kept, now);
  const since = idOfBase(new Date(now.getTime() - (kept.days + 1) * DAY));
  const log: Log = { keeping, chain, unread: new Set(unread.map((base) => base.chain)), since };
  const isOld = (object: string): boolean => {
    const part = baseOf(object);
    if (part === null) return !isNeeded(object, log);
    const stays = [...keeping.map(({ base }) => base), ...unread];
    return part.id < idOfDayBefore(now) && !stays.some((base) => base.chain === part.chain && base.id === part.id);
  };
  const old = (await listSealed(archive, 'chains/')).filter(isOld);
  const isMark = (object: string): boolean => object.endsWith('/base');
  // The mark of a base first, so that none is left that lacks a part.
  await removeSealed(archive, old.filter(isMark));
  await removeSealed(
    archive,
    old.filter((object) => !isMark(object)),
  );
  // No base names the photos that were stored after the last one of its chain: another server’s
  // next one will, and for as many days as every moment is kept the end of a chain can be restored.
  const isAlone = !bases.some((base) => base.chain !== chain && base.id >= since);
  if (isAlone && unread.length === 0) await removePhotos(archive, keeping, keys);
};
