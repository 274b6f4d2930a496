import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { formOf, nextRegistration } from '../../server/test/builders/registrations.ts';
import { submissionOf } from '../../server/test/builders/submissions.ts';
import { FROM_PAGES, keptSession } from './sessions.ts';

/** A call as its caller saw it: the status, or that the connection broke, with the message. */
export type Seen = { at: number; sentAt: number; kind: 'write' | 'read' | 'session'; status: number; message: string };

/** The writes that were confirmed, by what finds each of them in the database. */
type Confirmed = { cars: string[]; transactions: string[]; messages: string[] };

/** Milliseconds between two calls of a caller, and before the same is sent again. */
const PACE_MS = 150;
const AGAIN_MS = 500;
/** A person would have given up; the server answers within 20 seconds at the latest. */
const PATIENCE_MS = 30_000;

let calls = 0;
/** Limits hold each address, so that callers come from many. */
const address = (): Record<string, string> => {
  calls += 1;
  return { 'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}` };
};

/** Each signs in for themselves, all with one password. */
type Staff = { usernames: readonly string[]; password: string };

type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

/** People who work on two servers at once, each with the same again until it is answered. */
export const startLoad = (servers: readonly string[], { usernames, password }: Staff) => {
  const seen: Seen[] = [];
  const confirmed: Confirmed = { cars: [], transactions: [], messages: [] };
  let isOver = false;
  let signedOut = 0;
  let turn = 0;
  const nextServer = (): string => {
    turn += 1;
    return servers[turn % servers.length] ?? '';
  };

  const call = async (kind: Seen['kind'], path: string, init: RequestInit = {}): Promise<Answer> => {
    const sentAt = performance.now();
    const headers = { ...address(), ...FROM_PAGES, ...(init.headers as Record<string, string>) };
    const note = (status: number, message: string): void => {
      seen.push({ at: performance.now(), sentAt, kind, status, message });
    };
    try {
      const answer = await fetch(`${nextServer()}${path}`, {
        ...init,
        headers,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
      const body = isJson && text !== '' ? (JSON.parse(text) as Answer['body']) : {};
      note(answer.status, answer.ok ? '' : String(body.message ?? ''));
      return { status: answer.status, body, headers: answer.headers };
    } catch (error) {
      const { name, cause } = error as { name: string; cause?: { code?: string } };
      note(0, cause?.code ?? name);
      return { status: 0, body: {}, headers: new Headers() };
    }
  };

  /** Sends the same, with the same key, until it is confirmed or refused for good. */
  const insist = async (path: string, body: () => RequestInit): Promise<Answer> => {
    const key = randomUUID();
    for (;;) {
      const init = body();
      const headers = { ...(init.headers as Record<string, string>), 'idempotency-key': key };
      const answer = await call('write', path, { method: 'POST', ...init, headers });
      if (answer.status !== 0 && answer.status !== 503) return answer;
      await wait(AGAIN_MS);
    }
  };
  const json = (body: unknown) => (): RequestInit => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  const registering = async (): Promise<void> => {
    while (!isOver) {
      const registration = nextRegistration();
      const { status, body } = await insist('/api/drivers', () => ({ body: formOf(registration) }));
      if (status === 201) {
        confirmed.cars.push(registration.car_number);
        const { driver_code } = body.driver as { driver_code: string };
        const claim = submissionOf({ car_number: registration.car_number, driver_code });
        const paid = await insist('/api/payments', json(claim));
        if (paid.status === 201) confirmed.transactions.push(claim.transaction_id ?? '');
      }
      await wait(PACE_MS);
    }
  };
  // Nothing about a message is unique, so that only the key keeps it from being stored twice.
  const writing = async (): Promise<void> => {
    while (!isOver) {
      const message = `When do you fit trackers? ${randomUUID()}`;
      const visitor = { name: 'Ama Mensah', email: 'ama@example.com', subject: 'Trackers', message };
      const { status } = await insist('/api/contact_messages', json(visitor));
      if (status === 201) confirmed.messages.push(message);
      await wait(PACE_MS);
    }
  };

  /** Somebody of the office who reads lists all day, and whose session is renewed meanwhile. */
  const reading = async (username: string): Promise<void> => {
    const session = keptSession();
    const keep = ({ status, body, headers }: Answer): void => {
      if (status === 200) session.keep(body, headers.getSetCookie());
    };
    const login = json({ username, password, persist: true });
    while (!isOver && !session.isOpen()) {
      keep(await call('session', '/api/auth/login', { method: 'POST', ...login() }));
      if (!session.isOpen()) await wait(AGAIN_MS);
    }
    for (let round = 0; !isOver; round += 1) {
      if (round % 10 === 9) {
        const renewed = await call('session', '/api/token/admin_refresh_token', { headers: session.renewal() });
        if (renewed.status === 401) signedOut += 1;
        keep(renewed);
      }
      const path = round % 2 === 0 ? '/api/payments?size=20' : '/api/drivers?size=20';
      const { status } = await call('read', path, { headers: session.call() });
      if (status === 401) signedOut += 1;
      await wait(PACE_MS);
    }
  };
  const signingIn = async (username: string): Promise<void> => {
    const login = json({ username, password, persist: false });
    while (!isOver) {
      await call('session', '/api/auth/login', { method: 'POST', ...login() });
      await wait(10 * PACE_MS);
    }
  };

  const [last = '', ...readers] = usernames;
  const ended = Promise.all([
    ...[registering(), registering(), writing(), writing()],
    ...readers.map((username) => reading(username)),
    signingIn(last),
  ]);
  return {
    seen,
    confirmed,
    signedOut: () => signedOut,
    /** Milliseconds until the first write that was sent after a moment was confirmed, or null. */
    writesSince: (moment: number): number | null => {
      const first = seen.find(({ kind, sentAt, status }) => kind === 'write' && sentAt > moment && status === 201);
      return first ? first.at - moment : null;
    },
    stop: async (): Promise<void> => {
      isOver = true;
      await ended;
    },
  };
};
