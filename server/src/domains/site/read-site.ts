import { SITE_DEFAULTS, Site } from '@banbo/contract';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { settingOf } from './site.repo.ts';

const NAME = 'site';

type Field = keyof Site;

/** The company's settings as the product uses them, and a line for each value that had to be left out. */
export type SiteReading = { site: Site; unusable: string[] };

const reasonOf = (path: string, error: z.ZodError): string => `${path}: ${error.issues[0]?.message ?? 'not usable'}`;

/** The usable entries of a list: one bad link or account must not take the others with it. */
const usableEntries = (field: Field, list: unknown[], entry: z.ZodType, unusable: string[]): unknown[] =>
  list.filter((value, index) => {
    const { error } = entry.safeParse(value);
    if (error) unusable.push(reasonOf(`${field}.${index}`, error));
    return !error;
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
 * Reads the staff's settings field by field: an unusable value leaves its own field at the default and nothing else,
 * since the pages, registrations and messages all need the rest.
 */
export const readSiteWhole = async (db: Db): Promise<SiteReading> => {
  const set: Record<string, unknown> = Object(await settingOf(db, NAME));
  const unusable: string[] = [];
  const site: Record<string, unknown> = { ...SITE_DEFAULTS };
  for (const field of Object.keys(SITE_DEFAULTS) as Field[]) {
    if (Object.hasOwn(set, field)) site[field] = readField(field, set[field], unusable);
  }
  return { site: site as Site, unusable };
};

/** The company's facts: the defaults, with the staff's settings over them. */
export const readSite = async (db: Db): Promise<Site> => (await readSiteWhole(db)).site;
