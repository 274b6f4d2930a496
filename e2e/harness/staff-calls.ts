import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from './people.ts';

/** Calls the API as a member of staff, for what a journey needs beforehand. */
export const staffCalls = async (page: Page, url: string, username: string, password = PASSWORD) => {
  const own = { 'x-requested-with': 'banbo', origin: url };
  const data = { username, password, persist: false };
  const { accessToken } = await (await page.request.post(`${url}/api/auth/login`, { data, headers: own })).json();
  return async (method: string, path: string, data?: object) => {
    const headers = { ...own, authorization: `Bearer ${accessToken}`, 'idempotency-key': randomUUID() };
    const answer = await page.request.fetch(`${url}/api${path}`, { method, headers, ...(data && { data }) });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
};
