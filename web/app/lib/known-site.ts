import { SITE_DEFAULTS, type Site } from '@banbo/contract';
import { fresh, getJson } from './fresh-value.ts';

/** The company's name, contacts and accounts: the defaults in the built page, then what staff have set. */
export const site = fresh<Site>(SITE_DEFAULTS, () => getJson('/site'));

/** The settings known so far, for titles and the like, which the root renders again when the server has answered. */
export const knownSite = (): Site => site.current;
