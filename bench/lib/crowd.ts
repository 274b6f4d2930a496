import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { connectionTo } from '../../server/src/db/cluster/make-cluster.ts';
import { openPool } from '../../server/src/db/connection/open-postgres.ts';
import { tokenKeys } from '../../server/src/domains/identity/index.ts';
import { awaitLater } from '../../server/src/lib/gather.ts';
import { photoInPasses } from '../../server/test/builders/photos.ts';
import { formOf, registrationOf } from '../../server/test/builders/registrations.ts';
import { statementForm } from '../../server/test/builders/statements.ts';
import { type Fill, fill } from './fill.ts';
import { openSessions } from './sessions.ts';

/** An office at its busiest, all at once: lists are saved, files are sent, and photos arrive. */

/** Fills the database of a server that runs on this folder. */
export const fillServer = async (dataDir: string, size: Fill): Promise<void> => {
  const client = new pg.Client(connectionTo(join(dataDir, 'socket')));
  await client.connect();
  await fill((statement) => client.query(statement), size).finally(() => client.end());
};

/** Access tokens of clerks of a server that runs on this folder with this secret. */
export const clerksOf = async (dataDir: string, secret: string): Promise<string[]> => {
  const { db, close } = openPool(connectionTo(join(dataDir, 'socket')));
  const sessions = await openSessions(db);
  await close();
  return sessions.tokens(tokenKeys(secret));
};

/** A statement of this many lines, as large as a file of 5 MB. */
export const largeStatement = (lines: number): string =>
  `Date & Time,Payment Type,To/From,Amount,Transaction ID,Reference\n${Array.from(
    { length: lines },
    (_, at) =>
      `18/11/2026 10:0${at % 10},Payment,Ama Mensah Owusu ${at},300.00,7${String(at).padStart(10, '0')},Subscription of GR ${at}-20 for November, with thanks\n`,
  ).join('')}`;

/** Beyond the numbers of those who register meanwhile. */
const FIRST_SERIAL = 4_000_000;

type Done = { what: string; statuses: Record<string, number>; seconds: number };

const counted = async (what: string, calls: readonly Promise<string>[]): Promise<Done> => {
  const begun = performance.now();
  const statuses: Record<string, number> = {};
  for (const call of calls) {
    const status = await call.catch((error: Error) => `broken off (${error.message})`);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return { what, statuses, seconds: (performance.now() - begun) / 1000 };
};

/** Saves a list and throws its bytes away. */
const saveList = async (address: string, token: string, query: string): Promise<string> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${address}/api/payments/export?${query}`, { headers });
  let bytes = 0;
  for await (const part of answer.body ?? []) bytes += part.length;
  return `${answer.status} (${(bytes / 1e6).toFixed(0)} MB)`;
};

const sendStatement = async (address: string, token: string, text: string): Promise<string> => {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const answer = await fetch(`${address}/api/statements`, { method: 'POST', headers, body: statementForm(text) });
  await answer.arrayBuffer();
  return String(answer.status);
};

const sendPhoto = async (address: string, photo: File, at: number): Promise<string> => {
  const body = formOf(registrationOf(FIRST_SERIAL + at));
  body.append('file', photo);
  const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': `10.9.0.${at}` };
  const answer = await fetch(`${address}/api/drivers`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return String(answer.status);
};

/** Saves two lists, sends two statements, then sixteen large photos at once; answers each end. */
export const crowd = async (address: string, tokens: readonly string[]): Promise<Done[]> => {
  const [one = '', two = '', three = '', four = ''] = tokens;
  const statement = largeStatement(49_000);
  const photo = await photoInPasses(6_000, 4_000);
  const lists = awaitLater(
    counted('Lists of all payments, as CSV and XLSX', [
      saveList(address, one, 'format=csv'),
      saveList(address, two, 'format=xlsx'),
    ]),
  );
  const statements = counted('Statements of 49,000 lines', [
    sendStatement(address, three, statement),
    sendStatement(address, four, statement),
  ]);
  const photos = async () =>
    counted(
      'Photos',
      Array.from({ length: 16 }, (_, at) => sendPhoto(address, photo, at)),
    );
  const done = [await statements, await photos()];
  return [...done, await lists, await counted('Statements after it', [sendStatement(address, three, statement)])];
};
