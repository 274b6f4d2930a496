import { setTimeout as delay } from 'node:timers/promises';
import type { ArchiveState } from '#integrations/archive/archive-store.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { type BackupArchive, type Base, idOfBase, listBases, momentOfBase, readBase } from './archive.ts';

/** The hour of Accra, from which the night's base is due. */
const NIGHT_HOUR = 2;
/** Milliseconds for which others wait until the place says which bases it has. */
const READ_MS = 1_000;

/** The newest base, not of the future, whose description can be read; null without any. */
const newestWhole = async (
  archive: BackupArchive,
  newestFirst: readonly Pick<Base, 'chain' | 'id'>[],
  now: string,
): Promise<Base | null> => {
  // One of the future was made while the clock was wrong.
  for (const found of newestFirst.filter(({ id }) => id <= now)) {
    const base = await readBase(archive, found).catch((error: unknown) => {
      if (error instanceof StartRefusal) return null;
      throw error;
    });
    if (base !== null) return base;
  }
  return null;
};

type Chain = { now: () => string; begunAt: () => Date | null };

/** Which base of the chain is the newest, and whether another is due. `open` opens the archive. */
export const baseSchedule = (chain: Chain, open: () => Promise<BackupArchive>) => {
  const state: Pick<ArchiveState, 'lacksBase' | 'baseSince'> = { lacksBase: true, baseSince: null };
  let newest: { chain: string; ended: Date | null } | null = null;
  let reading: Promise<void> | null = null;

  const readNewest = async (now: Date): Promise<void> => {
    const id = chain.now();
    const archive = await open();
    const ofChain = (await listBases(archive)).filter((base) => base.chain === id);
    const whole = await newestWhole(archive, ofChain, idOfBase(now));
    newest = { chain: id, ended: whole && momentOfBase(whole) };
    state.lacksBase = whole === null && !ofChain.some((base) => base.id > idOfBase(now));
    state.baseSince = newest.ended ?? chain.begunAt();
  };
  /** The newest base of the chain, read once; undefined while the place has not said. */
  const newestBase = async (now: Date): Promise<Date | null | undefined> => {
    const isKnown = () => newest?.chain === chain.now() && newest.ended !== null && newest.ended <= now;
    if (isKnown()) return newest?.ended;
    let isRead = false;
    reading ??= readNewest(now).finally(() => {
      reading = null;
    });
    // A place that hangs must not hold up the other jobs.
    await Promise.race([reading.then(() => (isRead = true)), delay(READ_MS, null, { ref: false })]);
    return isRead || isKnown() ? newest?.ended : undefined;
  };

  return {
    state,
    /** True where there is none of the chain, or none of the last night. */
    isDue: async (now: Date): Promise<boolean> => {
      const last = await newestBase(now);
      if (last === undefined) return false;
      const night = new Date(now);
      night.setUTCHours(NIGHT_HOUR, 0, 0, 0);
      return last === null || (last < night && now >= night);
    },
    /** Notes that a base was kept. */
    noteKept: ({ chain: id, ended }: Pick<Base, 'chain' | 'ended'>): void => {
      newest = { chain: id, ended: new Date(ended) };
      Object.assign(state, { lacksBase: false, baseSince: newest.ended });
    },
    /** Notes that a chain has begun, which has no base yet. */
    noteChain: (): void => {
      Object.assign(state, { lacksBase: true, baseSince: chain.begunAt() });
    },
  };
};
