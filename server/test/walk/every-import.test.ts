import { randomUUID } from 'node:crypto';
import * as contract from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../builders/identity.ts';
import { behindCover, statementForm } from '../builders/statements.ts';
import { startApp, type TestApp } from '../harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SuperAdmin'));
});
afterAll(() => it.close());

const isImport = (one: unknown): one is contract.AnyImport => one instanceof Object && 'upload' in one;

const IMPORTS = (Object.values(contract) as unknown[]).filter(isImport).map((one) => [one.kind, one] as const);

const send = ({ url }: contract.AnyImport, content: Parameters<typeof statementForm>[0], name: string) =>
  it.app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    payload: statementForm(content, name),
  });

test.each(IMPORTS)('a %s may stand on the second sheet, and says so', async (_, one) => {
  const labels = Object.values(one.fields.labels);
  const sent = await send(one, behindCover([labels, labels.map(() => '1')]), 'book.xlsx');
  expect([sent.statusCode, sent.body]).toEqual([201, sent.body]);
  const id = Object.values(sent.json<object>()).find((value) => /^\d+$/.test(value));
  const shown = await it.app.inject({ method: 'GET', url: `/api${one.url}/${id}`, headers });
  expect(shown.json()).toMatchObject({ read_from: 'Read from the sheet “Lines”.', head: [{ cells: labels }, {}] });
});

test.each(IMPORTS)('a %s as a web page is refused with what to do, whatever its name', async (_, one) => {
  const sent = await send(one, '<html><body><table><tr><td>Date</td></tr></table></body></html>', 'list.xls');
  expect([sent.statusCode, sent.json().message]).toEqual([
    400,
    'This is a web page, whatever its name says. Please open it in a spreadsheet and save it as XLSX.',
  ]);
});

test('every import was tried', () => expect(IMPORTS).toHaveLength(5));
