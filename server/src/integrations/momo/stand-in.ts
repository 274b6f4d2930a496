import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to pay as it came. */
type Asked = {
  reference: string;
  amount: string;
  currency: string;
  externalId: string;
  payer: { partyIdType: string; partyId: string };
  payerMessage: string;
};

/** A prompt's end: `ongoing` never comes to one. */
type Outcome = { kind: 'paid' } | { kind: 'ongoing' } | { kind: 'failed'; reason: string };

/** By the last three digits of the payer's number, as in MTN's sandbox; others approve. */
const FAILURES: Readonly<Record<string, string>> = {
  450: 'NOT_ENOUGH_FUNDS',
  451: 'APPROVAL_REJECTED',
  452: 'EXPIRED',
};
const ONGOING = '453';
const DELAYED = '454';

type Delays = { paidAfterMs: number; delayedMs: number };
type Kept = { asked: Asked; at: number; transactionId: string };

/** The prompts that a stand-in was asked for, and what became of each. */
const newBook = ({ paidAfterMs, delayedMs }: Delays) => {
  const prompts = new Map<string, Kept>();
  const decided = new Map<string, Outcome>();
  // Other IDs than those of an earlier run, which the same database may have.
  const first = 70_000_000_000 + (Date.now() % 10_000_000_000);

  const outcomeOf = ({ asked, at }: Kept): Outcome => {
    const { partyId } = asked.payer;
    const given = decided.get(partyId);
    if (given) return given;
    const last = partyId.slice(-3);
    const reason = FAILURES[last];
    const waits = Date.now() - at < (last === DELAYED ? delayedMs : paidAfterMs);
    if (waits || last === ONGOING) return { kind: 'ongoing' };
    return reason === undefined ? { kind: 'paid' } : { kind: 'failed', reason };
  };

  return {
    has: (reference: string): boolean => prompts.has(reference),
    add: (reference: string, asked: Omit<Asked, 'reference'>): void => {
      const transactionId = String(first + prompts.size);
      prompts.set(reference, { asked: { ...asked, reference }, at: Date.now(), transactionId });
    },
    all: (): readonly Asked[] => [...prompts.values()].map(({ asked }) => asked),
    decide: (payer: string, outcome: Outcome): void => void decided.set(payer.replace(/^\+/, ''), outcome),
    /** The body of the answer about a prompt; null where none was accepted under the reference. */
    statusOf: (reference: string): object | null => {
      const kept = prompts.get(reference);
      if (!kept) return null;
      const { amount, currency, externalId, payer } = kept.asked;
      const facts = { amount: Number(amount), currency, externalId, payer };
      const outcome = outcomeOf(kept);
      if (outcome.kind === 'ongoing') return { ...facts, status: 'PENDING' };
      if (outcome.kind === 'failed') return { ...facts, status: 'FAILED', reason: outcome.reason };
      return { ...facts, status: 'SUCCESSFUL', financialTransactionId: kept.transactionId };
    },
  };
};

/** How the stand-in treats a call: answers, stays silent, cuts the connection, or fails. */
export type Behaviour = 'answer' | 'silent' | 'cut' | number;

/** The stand-in's credentials, as the product's settings. */
const CREDENTIALS = {
  MOMO_USER: '3f5e8a52-6f6e-4d6e-9d59-7a0f3c1b2d4e',
  MOMO_KEY: 'stand-in-key',
  MOMO_SUBSCRIPTION: 'stand-in-subscription',
};
const BASIC = Buffer.from(`${CREDENTIALS.MOMO_USER}:${CREDENTIALS.MOMO_KEY}`).toString('base64');
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

type Options = {
  /** Milliseconds until a payer approves, and until one of the delayed payers does. */
  paidAfterMs?: number;
  delayedMs?: number;
  /** Seconds for which a token is good. */
  tokenSeconds?: number;
};

export type StandIn = {
  /** The settings with which the product uses it. */
  settings: Record<string, string>;
  url: string;
  /** The prompts that were accepted, in their order: each would be charged once. */
  asked: () => readonly Asked[];
  /** The number of calls, by method and path without references. */
  calls: Map<string, number>;
  /** Treats the next calls of a kind so; a request to pay is accepted before its answer is lost. */
  next: (kind: 'token' | 'ask' | 'status', ...behaviours: Behaviour[]) => void;
  /** Sets the result of all prompts of a payer from now on, whatever their number says. */
  decide: (payer: string, outcome: Outcome) => void;
  /** Called for each unanswered call, so that a test need not wait for the timeout. */
  onSilent: (listener: () => void) => void;
  /** Rejects all tokens issued so far. */
  endTokens: () => void;
  close: () => Promise<void>;
};

const json = (response: ServerResponse, status: number, body?: object): void => {
  response.writeHead(status, body && { 'content-type': 'application/json' });
  response.end(body && JSON.stringify(body));
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

/**
 * Starts a server that answers as MTN's Collections API does, for tests and the demo. No money
 * moves: the last digits of a payer's number decide what becomes of a prompt, as those of MTN's
 * sandbox do.
 */
export const startStandIn = async (options: Options = {}): Promise<StandIn> => {
  const { paidAfterMs = 0, delayedMs = 0, tokenSeconds = 3600 } = options;
  const book = newBook({ paidAfterMs, delayedMs });
  const tokens = new Set<string>();
  const calls = new Map<string, number>();
  const listeners: (() => void)[] = [];
  const behaviours = { token: [] as Behaviour[], ask: [] as Behaviour[], status: [] as Behaviour[] };

  const isAllowed = ({ headers }: IncomingMessage): boolean =>
    headers['ocp-apim-subscription-key'] === CREDENTIALS.MOMO_SUBSCRIPTION &&
    headers['x-target-environment'] === 'mtnghana' &&
    tokens.has(headers.authorization?.replace(/^Bearer /, '') ?? '');

  /** Answers as this call is to be treated. */
  const treat = (kind: keyof typeof behaviours, response: ServerResponse, answer: () => void): void => {
    const behaviour = behaviours[kind].shift() ?? 'answer';
    if (behaviour === 'answer') answer();
    else if (behaviour === 'cut') response.socket?.destroy();
    else if (behaviour !== 'silent') json(response, behaviour, { message: 'Internal error', code: 'INTERNAL' });
    else for (const hear of listeners) hear();
  };

  const giveToken = (request: IncomingMessage, response: ServerResponse): void => {
    const isKnown =
      request.headers.authorization === `Basic ${BASIC}` &&
      request.headers['ocp-apim-subscription-key'] === CREDENTIALS.MOMO_SUBSCRIPTION;
    const access_token = `token-${calls.get('POST /collection/token/')}`;
    if (isKnown) tokens.add(access_token);
    if (isKnown) json(response, 200, { access_token, token_type: 'access_token', expires_in: tokenSeconds });
    else json(response, 401, { error: 'login_failed' });
  };

  const takeRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await textOf(request));
    const reference = String(request.headers['x-reference-id']);
    if (!UUID_V4.test(reference)) return json(response, 400, { message: 'Reference', code: 'INVALID_REFERENCE' });
    if (book.has(reference)) {
      const code = 'RESOURCE_ALREADY_EXIST';
      return treat('ask', response, () => json(response, 409, { message: 'Duplicated reference id.', code }));
    }
    // A status means that MTN refused the request; a lost answer, that it accepted it.
    if (typeof behaviours.ask[0] !== 'number') book.add(reference, body);
    treat('ask', response, () => json(response, 202));
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request;
    const end = url.split('/').at(-1) ?? '';
    const path = UUID_V4.test(end) ? url.replace(end, ':reference') : url;
    calls.set(`${method} ${path}`, (calls.get(`${method} ${path}`) ?? 0) + 1);
    if (path === '/collection/token/') return treat('token', response, () => giveToken(request, response));
    if (!isAllowed(request)) return json(response, 401, { message: 'Access denied' });
    if (path === '/collection/v1_0/requesttopay') return takeRequest(request, response);
    const found = book.statusOf(end);
    const missing = { message: 'Requested resource was not found.', code: 'RESOURCE_NOT_FOUND' };
    treat('status', response, () => (found ? json(response, 200, found) : json(response, 404, missing)));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => json(response, 400, { message: 'Bad request', code: 'BAD_REQUEST' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    settings: { MOMO_URL: url, ...CREDENTIALS },
    asked: book.all,
    calls,
    next: (kind, ...given) => void behaviours[kind].push(...given),
    decide: book.decide,
    onSilent: (listener) => void listeners.push(listener),
    endTokens: () => tokens.clear(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
