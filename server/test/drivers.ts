import { sql } from 'kysely';
import { openBrowser } from './browser.ts';
import { buildCaller, PASSWORD } from './builders/identity.ts';
import { OF_BOTH } from './builders/many-drivers.ts';
import type { TestApp } from './harness.ts';

type Headers = Record<string, string>;

/** Makes a driver a car of another person, as a merge by hand would. */
export const giveToPerson = async ({ db }: TestApp, id: string, personId: string): Promise<void> => {
  const shown = sql.raw(OF_BOTH);
  await sql`
    UPDATE drivers SET (person_id, ${shown}) = (SELECT id, ${shown} FROM persons WHERE id = ${personId})
    WHERE id = ${id}`.execute(db);
};

/** Calls `/api/drivers/…` as the caller of the headers. */
export const callDriver = async (
  { app }: TestApp,
  headers: Headers,
  method: 'DELETE' | 'POST' | 'GET' | 'PATCH',
  path: string,
  payload?: object | FormData,
) => {
  const response = await app.inject({ method, url: `/api/drivers/${path}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

export const removeDriver = (it: TestApp, headers: Headers, id: string, reason = 'Registered by mistake.') =>
  callDriver(it, headers, 'DELETE', id, { reason });

/** A reason for merging two built drivers, who have nothing in common. */
export const SAME_PERSON = 'Both came with the same card and photo.';

/** Merges two built drivers; where another person has to approve it, one does. */
export const mergeByTwo = async (it: TestApp, headers: Headers, { id, into }: { id: string; into: string }) => {
  const body = { into, reason: 'Registered twice.', same_person: SAME_PERSON };
  const asked = await callDriver(it, headers, 'POST', `${id}/merge`, body);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM approvals WHERE subject_id = ${id} AND kind LIKE 'drivers.merge%' AND status = 'asked'`.execute(
    it.db,
  );
  if (!rows[0]) return asked;
  const second = await buildCaller(it, 'SystemAdmin');
  const url = `/api/approvals/${rows[0].id}/approve`;
  const { message } = (await it.app.inject({ method: 'POST', url, headers: second.headers })).json();
  return { status: 200, body: { status: true, message } };
};

/** Signs a member who has the password `PASSWORD` in, on a browser of their own. */
export const signInMember = async (
  it: TestApp,
  { car_number, driver_code }: { car_number: string; driver_code: string },
) => {
  const browser = openBrowser(it);
  const answer = await browser.post('/api/auth/member_login', { car_number, driver_code, password: PASSWORD });
  return { browser, answer };
};
