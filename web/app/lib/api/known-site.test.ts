import { SITE_DEFAULTS } from '@banbo/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askOnce } from './known-site.ts';

let answer: object | null;

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('fetch', async () => {
    if (!answer) throw new TypeError('Failed to fetch');
    return Response.json(answer);
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('an answer that the phone kept from an older version leaves the settings it lacks as they are built in', async () => {
  const { knownSite, site } = await import('./known-site.ts');
  answer = { company_name: 'Akwaaba Safety' };
  await askOnce(site);
  expect(knownSite()).toEqual({ ...SITE_DEFAULTS, company_name: 'Akwaaba Safety' });
});

test('asked again, a page gets what staff have changed since, and without an answer keeps what it knows', async () => {
  const { askSiteAgain, knownSite, site } = await import('./known-site.ts');
  answer = { company_name: 'Akwaaba Safety' };
  await askOnce(site);
  answer = { company_name: 'Oman Safety' };
  await askOnce(site);
  expect(knownSite().company_name).toBe('Akwaaba Safety');
  await askSiteAgain();
  expect(knownSite().company_name).toBe('Oman Safety');
  answer = null;
  await askSiteAgain();
  expect(knownSite().company_name).toBe('Oman Safety');
});
