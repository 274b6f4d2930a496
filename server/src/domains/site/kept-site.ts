import { SITE_DEFAULTS, type Site } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { fromDatabase } from '#lib/database-trouble.ts';
import { keepLast } from '#lib/keep-last.ts';
import { readSiteWhole } from './read-site.ts';

const KEPT_MS = 5_000;

export type KeptSite = {
  /** The company's settings. Rejects while the database is away if they were never read. */
  read: () => Promise<Site>;
  /**
   * The settings of the last reading, without waiting, and the defaults before the first; starts a new reading behind
   * it.
   */
  last: () => Site;
  /** Has the next reading ask the database, as the settings were changed here. */
  renew: () => void;
};

type Deps = { db: Db; now: () => Date };

/**
 * Reads the company's settings at most once in five seconds, however many calls come, since opening a page has no
 * limit. So a change may take that long to show, on each server separately. While the database is away the last
 * settings stand. `tell` hears of unusable values when they change, and not at each reading.
 */
export const keepSite = ({ db, now }: Deps, tell: (unusable: string[]) => void): KeptSite => {
  const siteOf = keepLast<Site>();
  let last: Site | null = null;
  let told = '';
  let changes = 0;
  const read = async (): Promise<Site> => {
    const { site, unusable } = await readSiteWhole(db);
    const lines = unusable.join('\n');
    if (lines !== told && lines !== '') tell(unusable);
    told = lines;
    last = site;
    return site;
  };
  const readKept = async (): Promise<Site> => {
    try {
      return await siteOf(`${changes} ${Math.floor(now().getTime() / KEPT_MS)}`, read);
    } catch (error) {
      if (last && error instanceof Error && fromDatabase(error)) return last;
      throw error;
    }
  };
  return {
    read: readKept,
    last: () => {
      // Pages show while the database is away, so the failure is dropped here.
      void readKept().catch(() => undefined);
      return last ?? SITE_DEFAULTS;
    },
    renew: () => {
      changes += 1;
    },
  };
};
