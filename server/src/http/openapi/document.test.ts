import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ENDPOINTS_BY_NAME, type Endpoint, ERROR_STATUS } from '@banbo/contract';
import { expect, test } from 'vitest';
import { sessionCookies } from '../session-cookies.ts';
import { openApiDocument } from './document.ts';
import { codesOf } from './responses.ts';

const require = createRequire(import.meta.url);
const LINTER = join(require.resolve('@redocly/cli/package.json'), '../bin/cli.js');

type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: { $ref?: string; in?: string; name?: string }[];
  requestBody?: { content: Record<string, { example?: object }> };
  responses: Record<string, { $ref?: string; headers?: object }>;
  'x-permission'?: string;
};
type Document = {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: object }> };
};

const document = openApiDocument(ENDPOINTS_BY_NAME, {}, sessionCookies({})) as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ at: `${method.toUpperCase()} ${path}`, operation })),
);

const operationOf = (name: string): Operation => {
  const found = operations.find(({ operation }) => operation.operationId === name);
  if (!found) throw new Error(`${name} is not described`);
  return found.operation;
};
const cases = Object.entries(ENDPOINTS_BY_NAME).map(([name, endpoint]) => ({ name, endpoint }));
const pathOf = ({ url }: Endpoint): string => url.replace(/:(\w+)/g, '{$1}');

test('every operation is named by a word', () => {
  expect(cases.filter(({ name }) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([]);
});

test('every endpoint of the contract is described under its name, and no other', () => {
  const described = operations.map(({ at, operation }) => `${operation.operationId}: ${at} ${operation.summary}`);
  const promised = cases.map(
    ({ name, endpoint }) => `${name}: ${endpoint.method} ${pathOf(endpoint)} ${endpoint.schema.summary}`,
  );
  expect(described.sort()).toEqual(promised.sort());
});

test.each(cases)('$name says what a caller must carry, and which permission it takes', ({ name, endpoint }) => {
  const { security, 'x-permission': permission } = operationOf(name);
  const carried = security.flatMap((one) => Object.keys(one));
  const needsCookie = typeof endpoint.cookie === 'string';
  if (endpoint.access !== 'public') expect(carried).toEqual(['bearer']);
  else expect(carried.length > 0).toBe(needsCookie);
  const isRole = ['public', 'member', 'tenant', 'signed-in'].includes(endpoint.access);
  expect(permission).toBe(isRole ? undefined : endpoint.access);
});

test.each(cases)('$name names every status that it answers with, and its codes', ({ name, endpoint }) => {
  const { responses } = operationOf(name);
  const statuses = new Set(codesOf(endpoint).map((code) => String(ERROR_STATUS[code])));
  expect(Object.keys(responses).filter((status) => Number(status) >= 400)).toEqual([...statuses].sort());
});

test('every example of a body in the contract is shown with its call', () => {
  const promised = cases.flatMap(({ name, endpoint: { example } }) => (example ? [{ name, example }] : []));
  const shown = promised.map(({ name }) => operationOf(name).requestBody?.content['application/json']?.example);
  expect(shown).toEqual(promised.map(({ example }) => example));
});

test('a renewal needs the cookie of its kind, and signing out takes whichever there are', () => {
  expect(operationOf('refreshMemberToken').security).toEqual([{ memberRefreshCookie: [] }]);
  expect(operationOf('logout').security).toEqual([
    { staffRefreshCookie: [] },
    { memberRefreshCookie: [] },
    { tenantRefreshCookie: [] },
  ]);
  expect(operationOf('login').security).toEqual([]);
});

test('the headers that a call reads and its answer has are named', () => {
  const refs = (name: string) =>
    (operationOf(name).parameters ?? []).flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []);
  expect(refs('registerDriver')).toEqual(['IdempotencyKey']);
  expect(refs('login')).toEqual(['RequestedWith', 'Origin']);
  expect(refs('getDriverPhoto')).toEqual(['IfNoneMatch']);
  const headers = (name: string) => Object.keys(operationOf(name).responses[200]?.headers ?? {});
  expect(headers('listReceipts')).toEqual(['X-Total-Count', 'X-Total-Cut']);
  expect(headers('listPayments')).toEqual(['X-Total-Count', 'X-Total-Amount', 'X-Waiting-Amount', 'X-Total-Cut']);
  expect(headers('getDriverPhoto')).toEqual(['ETag']);
});

test('what is named after one operation is used by that operation alone, so that whatever several share has a name', () => {
  const written = operations.map(({ operation }) => ({ name: operation.operationId, text: JSON.stringify(operation) }));
  const shared = Object.keys(document.components.schemas).filter((schema) => {
    const own = written.find(({ name }) =>
      [`${name}Body`, `${name}Answer`].some((one) => one.toLowerCase() === schema.toLowerCase()),
    );
    return own && written.some(({ name, text }) => name !== own.name && text.includes(`/schemas/${schema}"`));
  });
  expect(shared).toEqual([]);
});

test('every part of the API that an endpoint belongs to is described', () => {
  const known = document.tags.map(({ name }) => name);
  expect(operations.filter(({ operation }) => !operation.tags.every((tag) => known.includes(tag)))).toEqual([]);
  expect(known.filter((tag) => !operations.some(({ operation }) => operation.tags.includes(tag)))).toEqual([]);
});

test('a linter with its recommended rules finds nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
    // It would report its use, and look for a newer version.
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [LINTER, 'lint', '--extends=recommended', '--format=json', 'openapi.json'],
      { cwd: folder, env: environment },
    );
    const { totals, problems } = JSON.parse(stdout);
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0, ignored: 0 });
  } finally {
    await rm(folder, { recursive: true });
  }
});
