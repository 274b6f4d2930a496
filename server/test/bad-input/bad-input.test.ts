import { type Access, ENDPOINTS, type Role } from '@banbo/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../builders/drivers.ts';
import { buildCaller, OWN_PAGE } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';
import { TAKES_PROMPTS } from '../prompts/harness.ts';
import { digestOfAllRows } from './all-rows.ts';
import { type BadRequest, badRequests, takesInput } from './bad-requests.ts';

/** So few, since all endpoints share what refuses: it has thousands of requests in all. */
const RUNS = 10;
/** The answer for values that no schema has refused before they came to the database. */
const REFUSED_BY_DATABASE = 'cannot be stored';

let it: TestApp;
let headers: Record<'staff' | 'member' | 'tenant', Record<string, string>>;
let address = 0;
/** The rows as the last resource left them. */
let rows: Record<string, string>;

beforeAll(async () => {
  it = await startApp(TAKES_PROMPTS);
  await buildDriver(it);
  const signedIn = async (role: Role) => (await buildCaller(it, role)).headers;
  headers = {
    staff: await signedIn('SuperAdmin'),
    member: await signedIn('Member'),
    tenant: await signedIn('Tenant'),
  };
  rows = await rowsApartFromCounts();
});
afterAll(() => it.close());

/** The strongest caller of the kind, so that only the input can be refused. */
const credentials = (access: Access): Record<string, string> => {
  if (access === 'public') return OWN_PAGE;
  return access === 'member' || access === 'tenant' ? headers[access] : headers.staff;
};

const send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  access: Access,
  { url, payload, contentType }: BadRequest,
) => {
  address += 1;
  return it.app.inject({
    method,
    url,
    // Each from an address of its own, or the limits would answer instead.
    remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    headers: { ...credentials(access), ...(method !== 'GET' && { 'content-type': contentType }) },
    ...(method !== 'GET' && { payload }),
  });
};

/** The endpoints by the first part of their paths. */
const RESOURCES = [...Map.groupBy(ENDPOINTS.filter(takesInput), ({ url }) => url.split('/')[1])];

/** All rows but counts: a refused call counts too (docs/decisions/0028-fewer-round-trips.md). */
const rowsApartFromCounts = () => digestOfAllRows(it.db, ['limit_counts', 'feed_refusals', 'feed_rejections']);

test.each(RESOURCES)('the endpoints of %s answer bad input with a refusal and change nothing', async (_, endpoints) => {
  const before = rows;
  for (const endpoint of endpoints) {
    const property = fc.asyncProperty(badRequests(endpoint), async (request) => {
      const response = await send(endpoint.method, endpoint.access, request);
      const told = `${endpoint.method} ${endpoint.url}: ${response.body}`;
      expect(response.statusCode, told).toBeGreaterThanOrEqual(400);
      expect(response.statusCode, told).toBeLessThan(500);
      expect(response.json(), told).toMatchObject({
        status: false,
        success: false,
        message: expect.stringMatching(/\S/),
      });
      expect(response.body, told).not.toContain(REFUSED_BY_DATABASE);
    });
    await fc.assert(property, { numRuns: RUNS });
  }
  // Once for all of them, since reading all rows takes longer than their calls.
  rows = await rowsApartFromCounts();
  expect(rows).toEqual(before);
});
