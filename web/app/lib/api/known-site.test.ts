import { SITE_DEFAULTS } from '@banbo/contract';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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

test('settings that the person has changed show at once, and stay where another server does not know them yet', async () => {
  const { knownSite, showChangedSite } = await import('./known-site.ts');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  answer = { company_name: 'Akwaaba Safety' };
  const changing = Promise.allSettled([showChangedSite({ ...SITE_DEFAULTS, company_name: 'Oman Safety' })]);
  expect(knownSite().company_name).toBe('Oman Safety');
  await vi.advanceTimersByTimeAsync(4_999);
  expect(knownSite().company_name).toBe('Oman Safety');
  answer = { company_name: 'Oman Safety', has_map_file: true };
  await vi.advanceTimersByTimeAsync(1);
  await changing;
  expect(knownSite()).toEqual({ ...SITE_DEFAULTS, company_name: 'Oman Safety', has_map_file: true });
});
