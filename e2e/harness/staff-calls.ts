import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from './people.ts';

type Form = Readonly<Record<string, string | { name: string; mimeType: string; buffer: Buffer }>>;

/** Calls the API as a member of staff, for what a journey needs beforehand. */
export const staffCalls = async (page: Page, url: string, username: string, password = PASSWORD) => {
  const own = { 'x-requested-with': 'banbo', origin: url };
  const data = { username, password, persist: false };
  const { accessToken } = await (await page.request.post(`${url}/api/auth/login`, { data, headers: own })).json();
  return async (method: string, path: string, data?: object, multipart?: Form) => {
    const headers = { ...own, authorization: `Bearer ${accessToken}`, 'idempotency-key': randomUUID() };
    const body = { ...(data && { data }), ...(multipart && { multipart }) };
    const answer = await page.request.fetch(`${url}/api${path}`, { method, headers, ...body });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
};
