import type { Registration } from '@banbo/contract';
import { formOf, nextRegistration } from './builders/registrations.ts';
import type { TestApp } from './harness.ts';

let calls = 0;

/** An address for one call, because of limits by address. */
export const nextAddress = (): string => {
  calls += 1;
  return `10.2.${calls >> 8}.${calls & 255}`;
};

/** Sends a form to `POST /api/drivers` as a browser does. */
export const sendForm = async (it: TestApp, form: FormData, headers: Record<string, string> = {}) => {
  const response = await it.app.inject({
    method: 'POST',
    url: '/api/drivers',
    remoteAddress: nextAddress(),
    headers,
    payload: form,
  });
  return { status: response.statusCode, body: response.json() };
};

/** Sends a complete registration that no other test uses; `given` replaces some of its fields. */
export const sendRegistration = (
  it: TestApp,
  given: Partial<Registration> = {},
  headers: Record<string, string> = {},
) => sendForm(it, formOf(nextRegistration(given)), headers);

/** Everything that a registration may leave behind. */
export const leftBehind = async ({ db, files }: TestApp) => {
  const count = async (
    table: 'drivers' | 'accounts' | 'setup_codes' | 'outbox_messages' | 'idempotency_keys' | 'unowned_files',
  ) => {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  return {
    drivers: await count('drivers'),
    accounts: await count('accounts'),
    codes: await count('setup_codes'),
    messages: await count('outbox_messages'),
    keys: await count('idempotency_keys'),
    files: files.stored.size,
    unowned: await count('unowned_files'),
  };
};
