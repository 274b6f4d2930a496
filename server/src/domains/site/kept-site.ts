import { SITE_DEFAULTS, type Site } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { fromDatabase } from '#lib/database-trouble.ts';
import { keepLast } from '#lib/keep-last.ts';
import { readSiteWhole } from './read-site.ts';

const KEPT_MS = 5_000;

export type KeptSite = {
  /** The company's settings. Rejects while the database is away and they were never read. */
  read: () => Promise<Site>;
  /** Those that were read last, at once, and the defaults before that; reads anew behind it. */
  last: () => Site;
};

type Deps = { db: Db; now: () => Date };

/**
 * Reads the company's settings once in five seconds, however many ask, since no limit counts who opens the pages. So a
 * change may take that long to show, on each server for itself. While the database is away the last ones stand. `tell` hears
 * of values that cannot be used when they change, and not at each reading.
 */
export const keepSite = ({ db, now }: Deps, tell: (unusable: string[]) => void): KeptSite => {
  const once = keepLast<Site>();
  let last: Site | null = null;
  let told = '';
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
      return await once(String(Math.floor(now().getTime() / KEPT_MS)), read);
    } catch (error) {
      if (last && error instanceof Error && fromDatabase(error)) return last;
      throw error;
    }
  };
  return {
    read: readKept,
    last: () => {
      // A page is no place to say that the database is away.
      void readKept().catch(() => undefined);
      return last ?? SITE_DEFAULTS;
    },
  };
};
