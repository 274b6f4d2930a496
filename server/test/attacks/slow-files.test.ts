import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { LISTED_COLUMNS } from '../builders/driver-lists.ts';
import { buildCaller } from '../builders/identity.ts';
import { csvOf, HEADER, sheetOf, statementForm, workbookOf } from '../builders/statements.ts';
import { startApp, type TestApp } from '../harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperAdmin')).headers;
});
afterAll(() => it.close());

const UPLOADS = [
  { url: '/api/statements', names: HEADER, empties: ['\n', '"",""\n'] },
  { url: '/api/driver_imports', names: LISTED_COLUMNS, empties: [',,,,,,,\r\n'] },
] as const;

/** Sends a file; answers its refusal, and the number of other calls answered meanwhile. */
const answeredBeside = async (url: string, file: string | Uint8Array<ArrayBuffer>) => {
  let isOver = false;
  const sent = awaitLater(
    it.app
      .inject({
        method: 'POST',
        url,
        headers: { ...headers, 'idempotency-key': randomUUID() },
        payload: statementForm(file),
      })
      .finally(() => {
        isOver = true;
      }),
  );
  let calls = 0;
  while (!isOver) {
    const { statusCode } = await it.app.inject({ url: '/api/healthz' });
    expect(statusCode).toBe(200);
    calls += 1;
    // An injected call needs no turn of the event loop; one over the network does.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { statusCode, body } = await sent;
  return { statusCode, message: JSON.parse(body).message as string, calls };
};

const EMPTY_LINES = 'This file has more than 200,000 empty lines. Please delete them and save it again.';
/** The event loop's least turns while such a file is read, which takes some hundred ms. */
const FEW_CALLS = 10;

test.each(UPLOADS)('everybody is served while $url reads files of empty lines', async ({ url, names, empties }) => {
  const line = csvOf([names]);
  for (const empty of empties) {
    const beside = await answeredBeside(url, line + empty.repeat(210_000) + line);
    expect(beside).toMatchObject({ statusCode: 413, message: EMPTY_LINES });
    expect(beside.calls).toBeGreaterThan(FEW_CALLS);
  }
});

test('everybody is served while a workbook of empty rows is read', async () => {
  const file = workbookOf(sheetOf([HEADER]) + '<row/>'.repeat(210_000));
  const beside = await answeredBeside('/api/statements', file);
  expect(beside).toMatchObject({ statusCode: 413, message: EMPTY_LINES });
  expect(beside.calls).toBeGreaterThan(FEW_CALLS);
});

test('everybody is served while a file is read whose lines have other numbers of cells than its first', async () => {
  const file = csvOf(Array.from({ length: 40_000 }, (_, at) => ['a', 'b'].slice(at % 2)));
  const beside = await answeredBeside('/api/statements', file);
  expect(beside).toMatchObject({ statusCode: 400, message: expect.stringContaining('No table was found') });
  expect(beside.calls).toBeGreaterThan(FEW_CALLS);
});
