import { SITE_DEFAULTS, Site } from '@banbo/contract';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { settingOf } from './site.repo.ts';

/** The setting that holds the company's facts. */
export const SITE = 'site';

type Field = keyof Site;

/** The company's settings as the product uses them, and a line for each value that had to be left out. */
export type SiteReading = { site: Site; unusable: string[] };

const reasonOf = (path: string, error: z.ZodError): string => `${path}: ${error.issues[0]?.message ?? 'not usable'}`;

/** The built-in entry in place of an unusable one: a network that is known keeps a form of its IDs. */
const builtInEntry = (field: Field, value: unknown): unknown[] => {
  const { code } = Object(value) as { code?: unknown };
  return field === 'networks' ? SITE_DEFAULTS.networks.filter((network) => network.code === code) : [];
};

/** The usable entries of a list: one bad link, account or network must not take the others with it. */
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
 * The staff's settings field by field: an unusable value leaves its own field at the default and nothing else, since the
 * pages, registrations, payments and messages all need the rest.
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

export const readSiteWhole = async (db: Db): Promise<SiteReading> => siteOf(await settingOf(db, SITE));

/** The company's facts: the defaults, with the staff's settings over them. */
export const readSite = async (db: Db): Promise<Site> => (await readSiteWhole(db)).site;
