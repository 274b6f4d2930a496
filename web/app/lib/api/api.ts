import type { AnswerOf, BodyOf, Endpoint, ErrorBody, ParamsOf, QueryOf } from '@banbo/contract';
import { CALL_MS, soon, TimeoutError, UPLOAD_MS, withTimeout } from './time-limit.ts';

/** A call that was refused or did not arrive; `message` is a sentence for the person. */
export class ApiError extends Error {
  /** HTTP status, or 0 when no answer came. */
  readonly status: number;
  readonly body: ErrorBody | null;

  constructor(status: number, message: string, body: ErrorBody | null = null) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }

  /** The messages of single fields, by name. */
  get fields(): Record<string, string> {
    const named = (this.body?.issues ?? []).map((issue) => [issue.path.replace(/^body\./, ''), issue.message]);
    return Object.fromEntries(named);
  }
}

/** True if the record does not exist, or not for this person. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * An endpoint's address and caller without its schemas, for light pages: `call<typeof login>(LOGIN,
 * …)`. The compiler compares it with the contract. `isUpload` marks a body that may have files.
 */
export type Address<E extends Endpoint> = Pick<E, 'method' | 'url' | 'access' | Extract<keyof E, 'cookie'>> & {
  isUpload?: boolean;
  schema?: undefined;
};

type Callable = Pick<Endpoint, 'method' | 'url' | 'access'> & {
  cookie?: Endpoint['cookie'] | undefined;
  isUpload?: boolean;
  schema?: Endpoint['schema'] | undefined;
};

type Part<Key extends string, T> = [T] extends [never] ? unknown : { [K in Key]: T };

export type CallInput<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  ([QueryOf<E>] extends [never] ? unknown : { query?: QueryOf<E> }) &
  Part<'body', BodyOf<E>> & {
    idempotencyKey?: string;
    lastEventId?: string | null;
    signal?: AbortSignal;
    isAnew?: true;
    onSent?: (share: number) => void;
  };

/** Supplies access tokens; the session module sets it. */
type TokenSource = {
  current: () => Promise<string | null>;
  renew: () => Promise<string | null>;
  /** Called when a call is refused because the caller must set up a second factor first. */
  onShut: () => void;
};
let tokens: TokenSource = { current: async () => null, renew: async () => null, onShut: () => {} };
export const takeTokensFrom = (source: TokenSource): void => {
  tokens = source;
};

const OFFLINE = 'The server could not be reached. Check your connection and try again.';

const pathOf = (url: string, params: Record<string, unknown> = {}): string =>
  url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

const queryOf = (query: Record<string, unknown> = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
};

const formOf = (body: Record<string, unknown>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
};

type Loose = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  idempotencyKey?: string;
  lastEventId?: string | null;
  signal?: AbortSignal;
  /** Skips the browser's cached answer and replaces it. */
  isAnew?: true;
  /** Is told the share of a form, from 0 to 1, that has been sent. */
  onSent?: (share: number) => void;
};

const isUpload = (endpoint: Callable): boolean =>
  endpoint.isUpload ?? endpoint.schema?.consumes?.includes('multipart/form-data') ?? false;

/** Milliseconds for which calls say that a change was seen; a standby lags ten seconds or less. */
const SEEN_MS = 20_000;
let seenAt = Number.NEGATIVE_INFINITY;

/** Called when a stream tells of something, which the answers of calls must have from then on. */
export const noteSeenChange = (): void => {
  seenAt = performance.now();
};

const send = async (endpoint: Callable, input: Loose, token: string | null): Promise<Response> => {
  const headers = new Headers({ accept: 'application/json', 'x-requested-with': 'banbo' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey);
  const seenMs = Math.floor(performance.now() - seenAt);
  if (seenMs < SEEN_MS) headers.set('x-seen-change', String(seenMs));
  if (input.lastEventId) headers.set('last-event-id', input.lastEventId);
  const isForm = isUpload(endpoint);
  if (input.body && !isForm) headers.set('content-type', 'application/json');
  const body = input.body && (isForm ? formOf(input.body) : JSON.stringify(input.body));
  const url = `/api${pathOf(endpoint.url, input.params)}${queryOf(input.query)}`;
  try {
    if (input.onSent && body instanceof FormData) {
      const sent = { method: endpoint.method, headers, body, signal: input.signal };
      return await (await import('./send-with-progress.ts')).sendWithProgress(url, sent, input.onSent);
    }
    return await fetch(url, {
      method: endpoint.method,
      headers,
      credentials: 'include',
      ...(body && { body }),
      ...(input.isAnew && { cache: 'reload' as const }),
      ...(input.signal && { signal: input.signal }),
    });
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new ApiError(0, OFFLINE);
  }
};

const refusal = async (response: Response): Promise<ApiError> => {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  return new ApiError(response.status, body?.message ?? `The server answered ${response.status}.`, body);
};

/** The token to send, or null: if its renewal fails, a public call goes as a stranger's. */
const tokenFor = async (endpoint: Callable): Promise<string | null> => {
  if (endpoint.access !== 'public') return tokens.current();
  // These calls use the cookie; waiting for a token here would wait for the renewal itself.
  return endpoint.cookie ? null : soon(tokens.current());
};

/** Calls an endpoint and returns the response; renews the session on a 401. Throws `ApiError`. */
export const request = async <E extends Endpoint>(endpoint: E | Address<E>, input: CallInput<E>): Promise<Response> => {
  const loose = input as Loose;
  const token = await tokenFor(endpoint);
  let response = await send(endpoint, loose, token);
  // A public call's 401 is about the input, not about the session.
  if (response.status === 401 && token && endpoint.access !== 'public') {
    const renewed = await tokens.renew();
    if (renewed) response = await send(endpoint, loose, renewed);
  }
  if (response.ok) return response;
  const refused = await refusal(response);
  if (refused.body?.code === 'second_factor_needed') tokens.onShut();
  throw refused;
};

/** Calls an endpoint and reads its answer within the time limit. Throws `ApiError`. */
const read = async <E extends Endpoint, T>(
  endpoint: E | Address<E>,
  input: CallInput<E>,
  from: (response: Response) => Promise<T>,
): Promise<T> => {
  const ask = async (signal: AbortSignal) => from(await request<E>(endpoint, { ...input, signal }));
  try {
    return await withTimeout(isUpload(endpoint) ? UPLOAD_MS : CALL_MS, ask, (input as Loose).signal);
  } catch (error) {
    throw error instanceof TimeoutError ? new ApiError(0, OFFLINE) : error;
  }
};

/** Calls an endpoint and returns its JSON. Throws `ApiError`. */
export const call = <E extends Endpoint>(endpoint: E | Address<E>, input: CallInput<E>): Promise<AnswerOf<E>> =>
  read<E, AnswerOf<E>>(endpoint, input, (response) => response.json());

/** A page of a list with the filter's totals. `amount` and `waiting` are for money lists only. */
export type ListPage<Row> = {
  rows: Row[];
  count: number;
  amount: string | null;
  waiting: string | null;
  /** True if there are more matches than are listed and added up. */
  isCut: boolean;
};

/** Calls a list endpoint and returns its rows with the totals of the headers. Throws `ApiError`. */
export const callList = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<ListPage<AnswerOf<E> extends readonly (infer Row)[] ? Row : never>> =>
  read(endpoint, input, async (response) => ({
    rows: await response.json(),
    count: Number(response.headers.get('x-total-count') ?? 0),
    amount: response.headers.get('x-total-amount'),
    waiting: response.headers.get('x-waiting-amount'),
    isCut: response.headers.get('x-total-cut') === 'true',
  }));
