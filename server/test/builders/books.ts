import { randomUUID } from 'node:crypto';
import type { TestApp } from '../harness.ts';

type Headers = Record<string, string>;

/** A posted journal that moves no money; gives its id. */
export const postedJournal = async (
  { app }: TestApp,
  headers: Headers,
  { day = '2026-11-02', amount = '900.00' }: { day?: string; amount?: string } = {},
): Promise<string> => {
  const lines = [
    { account: '5050', side: 'debit', amount },
    { account: '3000', side: 'credit', amount },
  ];
  const keyed = { ...headers, 'idempotency-key': randomUUID() };
  const payload = { day, description: 'Rent of the office', lines };
  const written = await app.inject({ method: 'POST', url: '/api/journals', headers: keyed, payload });
  const { id, message } = written.json();
  if (written.statusCode !== 201) throw new Error(message);
  await app.inject({ method: 'POST', url: `/api/journals/${id}/post`, headers });
  return id;
};
