import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { FROM_PAGES, keptSession } from './sessions.ts';

type Headers = Record<string, string>;
type Answer = { status: number; body: unknown; headers: NodeJS.Dict<string | string[]> };

/** The counts of a run's calls. */
export type Tally = {
  calls: number;
  /** Sendings of a call beyond its first. */
  retried: number;
  /** Calls without a good answer after all sendings, each in words. */
  failed: string[];
  /** Sessions that ended though nobody signed out. */
  signedOut: number;
  /** Seconds from the first sending of a call to its good answer, at most. */
  longestCall: number;
  /** Seconds in which no call at all had a good answer, at most. */
  longestPause: number;
};

export const newTally = (): Tally => ({
  ...{ calls: 0, retried: 0, failed: [], signedOut: 0, longestCall: 0, longestPause: 0 },
});

/** Answers of a balancer without a server, and of a server that is busy or ends. */
const COMES_BACK = new Set([502, 503, 504]);
const SENDINGS = 8;
const AGAIN_MS = 500;

let addresses = 0;
/** An address of this machine that no caller has had: limits count by it. */
export const nextAddress = (): string => {
  addresses += 1;
  return `127.${10 + ((addresses >> 16) & 63)}.${(addresses >> 8) & 255}.${1 + (addresses % 254)}`;
};

/** A body's bytes and headers, the same for every sending of a call. */
const bytesOf = async (body: object | undefined): Promise<{ bytes: Buffer; headers: Headers }> => {
  if (!body) return { bytes: Buffer.alloc(0), headers: {} };
  if (!(body instanceof FormData)) {
    return { bytes: Buffer.from(JSON.stringify(body)), headers: { 'content-type': 'application/json' } };
  }
  const form = new Response(body);
  const type = form.headers.get('content-type') ?? '';
  return { bytes: Buffer.from(await form.arrayBuffer()), headers: { 'content-type': type } };
};

type Sending = { method: string; url: string; localAddress: string; headers: Headers; bytes: Buffer };

const sendOnce = ({ method, url, localAddress, headers, bytes }: Sending): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { method, localAddress, agent: false, headers: { ...headers, 'content-length': bytes.length } };
    const sent = request(url, options, async (response) => {
      try {
        let text = '';
        for await (const part of response.setEncoding('utf8')) text += part;
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text || 'null'), headers: response.headers });
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject);
    sent.end(bytes);
  });

/** Calls as a person's page does: a call without an answer is sent again, under the same key. */
export const patientCaller = (address: string, tally: Tally) => {
  let lastGood = performance.now();
  const send = async (method: string, path: string, from: string, headers: Headers, body?: object): Promise<Answer> => {
    const { bytes, headers: ofBody } = await bytesOf(body);
    const all = {
      ...FROM_PAGES,
      ...ofBody,
      ...headers,
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    };
    const begun = performance.now();
    tally.calls += 1;
    let last = '';
    for (let nth = 0; nth < SENDINGS; nth += 1) {
      if (nth > 0) {
        tally.retried += 1;
        await wait(AGAIN_MS);
      }
      try {
        const sending = { method, url: `${address}/api${path}`, localAddress: from, headers: all, bytes };
        const answer = await sendOnce(sending);
        if (!COMES_BACK.has(answer.status)) {
          const now = performance.now();
          tally.longestCall = Math.max(tally.longestCall, (now - begun) / 1_000);
          if (answer.status < 400) {
            tally.longestPause = Math.max(tally.longestPause, (now - lastGood) / 1_000);
            lastGood = now;
          } else if (answer.status !== 401) {
            tally.failed.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
          }
          return answer;
        }
        last = String(answer.status);
      } catch (error) {
        last = String(error);
      }
    }
    tally.failed.push(`${method} ${path}: ${last}`);
    return { status: 0, body: null, headers: {} };
  };
  return { send, restPause: () => (performance.now() - lastGood) / 1_000 };
};

export type Caller = ReturnType<typeof patientCaller>;

/** Somebody of staff who signs in once, and then renews the session as a page does. */
export const signInOnce = async ({ send }: Caller, tally: Tally, username: string, password: string) => {
  const from = nextAddress();
  const session = keptSession();
  const keep = ({ body, headers }: Answer): void =>
    session.keep(body as { accessToken: string }, [headers['set-cookie'] ?? []].flat());
  keep(await send('POST', '/auth/login', from, {}, { username, password, persist: false }));
  const renew = async (): Promise<void> => {
    const renewed = await send('GET', '/token/admin_refresh_token', from, session.renewal());
    if (renewed.status !== 200) tally.signedOut += 1;
    else keep(renewed);
  };
  return {
    renew,
    from,
    headers: session.call,
    call: async (method: string, path: string, body?: object): Promise<Answer> => {
      const answer = await send(method, path, from, session.call(), body);
      if (answer.status === 401) tally.signedOut += 1;
      return answer;
    },
  };
};
