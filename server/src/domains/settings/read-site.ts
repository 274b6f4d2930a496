import { SITE_DEFAULTS, Site } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { settingOf } from './settings.repo.ts';

const NAME = 'site';

/** What the public pages say of the company: the defaults, with what staff have set over them. */
export const readSite = async (db: Db): Promise<Site> =>
  Site.parse({ ...SITE_DEFAULTS, ...Object(await settingOf(db, NAME)) });
