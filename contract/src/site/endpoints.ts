import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Point, PublicSite } from './schemas.ts';
import { SiteChangeRequest, SiteSettings } from './site-change.ts';

const tags = ['site'];

export const getSite = endpoint({
  method: 'GET',
  url: '/site',
  access: 'public',
  schema: {
    summary: 'The company’s name, contacts and accounts, as the public pages show them',
    tags,
    response: { 200: PublicSite, ...errorResponses },
  },
});

export const findAddress = endpoint({
  method: 'POST',
  url: '/geocode',
  access: 'public',
  limits: [
    { by: 'caller', max: 60, seconds: 60 },
    { by: 'caller', max: 1000, seconds: 86_400 },
    { by: 'address', max: 60, seconds: 60 },
    { by: 'address', max: 2000, seconds: 86_400 },
  ],
  errors: ['not_found'],
  schema: {
    summary: 'The address nearest to a point',
    description: 'A POST, so that where somebody stands is in no address and no log of addresses.',
    tags,
    body: Point,
    response: {
      200: z.object({ status: z.literal(true), message: z.string(), address: z.string() }),
      ...errorResponses,
    },
  },
});

export const getSiteSettings = endpoint({
  method: 'GET',
  url: '/site/settings',
  access: 'site.change',
  schema: {
    summary: 'The company’s settings, each with its version',
    tags,
    response: { 200: SiteSettings, ...errorResponses },
  },
});

export const changeSiteSettings = endpoint({
  method: 'PATCH',
  url: '/site/settings',
  access: 'site.change',
  errors: ['conflict'],
  schema: {
    summary: 'Change some of the company’s settings; the pages show them within five seconds',
    description:
      'Fields that are absent stay. Refused with 409 at each field that somebody else has changed since the version that is given.',
    tags,
    body: SiteChangeRequest,
    response: {
      200: z.object({ status: z.literal(true), message: z.string(), ...SiteSettings.shape }),
      ...errorResponses,
    },
  },
});

export const siteEndpoints = { getSite, findAddress, getSiteSettings, changeSiteSettings } as const;
