import { SITE_DEFAULTS, Site } from '@banbo/contract';
import { z } from 'zod';
import { onPrimary } from '#db/connection/replica.ts';
import type { Db } from '#db/database.ts';
import { fromDatabase } from '#lib/database-trouble.ts';
import { keepLast } from '#lib/gather.ts';
import { settingNamed } from './site.repo.ts';

export const SITE = 'site';

type Field = keyof Site;

/** The company's settings in use, and a message for each unusable value. */
export type SiteReading = { site: Site; unusable: string[] };

const reasonOf = (path: string, error: z.ZodError): string => `${path}: ${error.issues[0]?.message ?? 'not usable'}`;

/** Replaces an unusable entry by the built-in one, so that a known network keeps its ID form. */
const builtInEntry = (field: Field, value: unknown): unknown[] => {
  const { code } = Object(value) as { code?: unknown };
  return field === 'networks' ? SITE_DEFAULTS.networks.filter((network) => network.code === code) : [];
};

/** The usable entries: one bad link, account or network must not remove the others. */
const usableEntries = (field: Field, list: unknown[], entry: z.ZodType, unusable: string[]): unknown[] =>
  list.flatMap((value, index) => {
    const { error } = entry.safeParse(value);
    if (!error) return [value];
    unusable.push(reasonOf([field, index, ...(error.issues[0]?.path ?? [])].join('.'), error));
    return builtInEntry(field, value);
  });

const readField = <F extends Field>(field: F, given: unknown, unusable: string[]): Site[F] => {
  const schema: z.ZodType = Site.shape[field];
  const isList = schema instanceof z.ZodArray && Array.isArray(given);
  const value = isList ? usableEntries(field, given, schema.element as z.ZodType, unusable) : given;
  const read = schema.safeParse(value);
  if (read.success) return read.data as Site[F];
  unusable.push(reasonOf(field, read.error));
  return SITE_DEFAULTS[field];
};

/**
 * The staff's settings field by field: an unusable value falls back to its default alone, since
 * pages, registrations, payments and messages need the rest.
 */
export const siteOf = (setting: unknown): SiteReading => {
  const set: Record<string, unknown> = Object(setting);
  const unusable: string[] = [];
  const site: Record<string, unknown> = { ...SITE_DEFAULTS };
  for (const field of Object.keys(SITE_DEFAULTS) as Field[]) {
    if (Object.hasOwn(set, field)) site[field] = readField(field, set[field], unusable);
  }
  return { site: site as Site, unusable };
};

/** The stored settings as a relation, for a statement that reads them with other things. */
export const storedSite = settingNamed(SITE);

export const readSiteWhole = async (db: Db): Promise<SiteReading> =>
  siteOf((await storedSite.execute(db)).rows[0]?.value);

export const readSite = async (db: Db): Promise<Site> => (await readSiteWhole(db)).site;

const KEPT_MS = 5_000;

export type KeptSite = {
  /** Rejects while the database is away if the settings were never read. */
  read: () => Promise<Site>;
  /** The last settings without waiting, or the defaults; refreshes them in the background. */
  last: () => Site;
  /** Forgets the last reading after a change here. */
  renew: () => void;
};

type Deps = { db: Db; now: () => Date };

/**
 * Reads the company's settings at most once in five seconds, since opening a page has no limit;
 * changes appear that late. While the database is away the last settings stay. `tell` gets unusable
 * values when they change.
 */
export const keepSite = ({ db, now }: Deps, tell: (unusable: string[]) => void): KeptSite => {
  const siteOf = keepLast<Site>();
  let last: Site | null = null;
  let told = '';
  let changes = 0;
  const read = async (): Promise<Site> => {
    const { site, unusable } = await onPrimary(() => readSiteWhole(db));
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
      // Pages work while the database is away, so the failure is dropped here.
      void readKept().catch(() => undefined);
      return last ?? SITE_DEFAULTS;
    },
    renew: () => {
      changes += 1;
    },
  };
};
