import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { Point, PublicSite } from './schemas.ts';
import { SiteChangeRequest, SiteSettings } from './site-change.ts';

const tags = ['site'];

export const getSite = endpoint('GET /site', 'public', {
  summary: 'The company’s name, contacts and accounts, as the public pages show them',
  tags,
  answer: PublicSite,
});

export const findAddress = endpoint('POST /geocode', 'public', {
  summary: 'The address nearest to a point',
  description: 'A POST, so that where somebody stands is in no address and no log of addresses.',
  tags,
  limits: [
    { by: 'caller', max: 60, seconds: 60 },
    { by: 'caller', max: 1000, seconds: 86_400 },
    { by: 'address', max: 60, seconds: 60 },
    { by: 'address', max: 2000, seconds: 86_400 },
  ],
  errors: ['not_found'],
  body: Point,
  answer: z.object({ status: z.literal(true), message: z.string(), address: z.string() }),
});

export const getSiteSettings = endpoint('GET /site/settings', 'site.change', {
  summary: 'The company’s settings, each with its version',
  tags,
  answer: SiteSettings,
});

export const changeSiteSettings = endpoint('PATCH /site/settings', 'site.change', {
  summary: 'Change some of the company’s settings; the pages show them within five seconds',
  description:
    'Fields that are absent stay. Refused with 409 at each field that somebody else has changed since the version that is given.',
  tags,
  errors: ['conflict'],
  body: SiteChangeRequest,
  answer: z.object({ status: z.literal(true), message: z.string(), ...SiteSettings.shape }),
});

export const siteEndpoints = { getSite, findAddress, getSiteSettings, changeSiteSettings } as const;
