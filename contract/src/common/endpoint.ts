import { z } from 'zod';
import { type ErrorCode, errorResponses } from './errors.ts';
import { idParams } from './fields.ts';
import type { CallLimit } from './limits.ts';
import type { Permission } from './permissions.ts';

/**
 * The possible callers: anyone, a signed-in member or tenant, any signed-in person, or staff who
 * hold a permission.
 */
export type Access = 'public' | 'member' | 'tenant' | 'signed-in' | Permission;

/** On an answer that was read from a replica: how many seconds that was behind at most. */
export const DATA_LAG_HEADER = 'x-data-lag';
/** Milliseconds since a stream told the caller of a change, which the answer must have. */
export const SEEN_CHANGE_HEADER = 'x-seen-change';

type ResponseSchemas = { [status: number]: z.ZodType; '4xx': z.ZodType; '5xx': z.ZodType };

type EndpointSchema = {
  summary: string;
  description?: string;
  tags: readonly string[];
  params?: z.ZodObject;
  querystring?: z.ZodObject;
  body?: z.ZodType;
  response: ResponseSchemas;
  /** `multipart/form-data` for a body with files; JSON when absent. */
  consumes?: readonly string[];
};

/** One call of the API: where it is, who may make it, what goes in and what comes out. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`, in the router's form: `/drivers/:id`. */
  url: string;
  access: Access;
  /**
   * Limits on how often a caller may use it; all must hold. Limits by subject come first, then by
   * caller, by address last.
   */
  limits?: readonly CallLimit[];
  /**
   * Takes an `Idempotency-Key`: a repeat with the same key and bytes gets the first answer again,
   * whatever has changed since. The handler works in the transaction that stores the answer.
   */
  idempotent?: true;
  /**
   * Sends or sets a refresh cookie, so the sender must be of the same origin. The kind of session
   * whose cookie the call needs, `any` where it works on all that are sent, or true where it only
   * sets one.
   */
  cookie?: true | 'staff' | 'member' | 'tenant' | 'any';
  /**
   * Staff whose role needs a second factor may call it before they have set one up. Other calls
   * that are not public are refused until then.
   */
  beforeSecondFactor?: true;
  /**
   * The codes of refusals by the endpoint's own rules, besides those that every call of its kind
   * may have.
   */
  errors?: readonly ErrorCode[];
  /**
   * `money` for a list whose headers carry the sums of its money, `ahead` for one that is counted
   * some way beyond the page and says whether there is more. Every list that takes a `page` says
   * how many rows it has.
   */
  totals?: 'money' | 'ahead';
  /**
   * An invented JSON body that its schema takes. The API's description shows it, and tests call
   * with it where the endpoint is idempotent.
   */
  example?: Readonly<Record<string, unknown>>;
  /** Answers a file, or a stream of events, of one of these media types rather than JSON. */
  file?: readonly string[];
  /** The largest file that its form takes, in bytes; the limit of a photo when absent. */
  maxFileBytes?: number;
  /**
   * May be read from a replica, which is some seconds behind: `answer` all that is read for it,
   * `file` only the rows that it streams.
   */
  mayLag?: 'answer' | 'file';
  /** The answer has an ETag, so that a caller can ask whether theirs is still the newest. */
  etag?: true;
  schema: EndpointSchema;
};

type Method = Endpoint['method'];
type Options = Omit<Endpoint, 'method' | 'url' | 'access' | 'schema'>;

/** An endpoint's definition: its schema and options side by side. */
export type Definition = Options &
  Omit<EndpointSchema, 'querystring' | 'response'> & {
    query?: z.ZodObject;
    /** The body of a successful answer (200); `Done` when absent, or the bytes of a `file`. */
    answer?: z.ZodType;
    /** The body of the answer that something was made (201), in place of `answer`. */
    created?: z.ZodType;
  };

type Tagged = Omit<Definition, 'tags'> & { tags?: readonly string[] };

type Given<D, Key> = Pick<D, Extract<keyof D, Key>>;
type Params<Url extends string, D> = D extends { params: infer P extends z.ZodObject }
  ? { params: P }
  : Url extends `${string}/:id` | `${string}/:id/${string}`
    ? { params: typeof idParams }
    : unknown;
type Query<D> = D extends { query: infer Q extends z.ZodObject } ? { querystring: Q } : unknown;
type Success<D> = D extends { created: infer T extends z.ZodType }
  ? { 201: T }
  : { 200: D extends { answer: infer T extends z.ZodType } ? T : D extends { file: unknown } ? z.ZodAny : typeof Done };

/** The endpoint that a definition makes. */
export type Defined<M extends Method, Url extends string, May extends Access, D> = Given<D, keyof Options> & {
  method: M;
  url: Url;
  access: May;
  schema: Given<D, keyof EndpointSchema> & Params<Url, D> & Query<D> & { response: Success<D> & typeof errorResponses };
};

/** The answer of a call that only says that it was done. */
export const Done = z.object({ status: z.literal(true), message: z.string() });

/** Leaves out the fields without a value. */
const given = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * Defines a call: `endpoint('PATCH /users/:id', 'users.change', { summary, tags, body, answer })`.
 * Every path with `:id` takes a record number, and every call may answer with `ErrorBody`.
 */
export const endpoint = <
  M extends Method,
  const Url extends string,
  const May extends Access,
  const D extends Definition,
>(
  call: `${M} ${Url}`,
  access: May,
  definition: D,
): Defined<M, Url, May, D> => {
  const [method, url = ''] = call.split(' ');
  const { summary, description, tags, consumes, query, body, answer, created, ...rest }: Definition = definition;
  const { params = /\/:id(?:\/|$)/.test(url) ? idParams : undefined, ...options } = rest;
  const success = created ? { 201: created } : { 200: answer ?? (options.file ? z.any() : Done) };
  const schema = { summary, description, tags, consumes, params, querystring: query, body };
  return {
    method,
    url,
    access,
    ...options,
    schema: { ...given(schema), response: { ...success, ...errorResponses } },
  } as unknown as Defined<M, Url, May, D>;
};

/** `endpoint` for calls under one heading of the description, unless a call names its own. */
export const endpointsOf =
  <const Tag extends string>(tag: Tag) =>
  <M extends Method, const Url extends string, const May extends Access, const D extends Tagged>(
    call: `${M} ${Url}`,
    access: May,
    definition: D,
  ): Defined<M, Url, May, D & { tags: readonly string[] }> =>
    endpoint(call, access, { tags: [tag], ...definition }) as never;

const METHODS = { list: 'GET', show: 'GET', add: 'POST', change: 'PATCH', remove: 'DELETE' } as const;

/** The five calls that most resources have. */
type Usual = keyof typeof METHODS;
type Paths = string | Readonly<Partial<Record<Usual, string>>>;
type PathOf<P extends Paths, K extends Usual> = P extends string
  ? K extends 'list' | 'add'
    ? P
    : `${P}/:id`
  : P extends Readonly<Record<K, infer One extends string>>
    ? One
    : never;

/** The access of reading and of changing; a single call may name another. */
type Accesses = { read: Access; change: Access };
type Call = Omit<Definition, 'tags'> & { access?: Access };
type AccessOf<A extends Accesses, C, K extends Usual> = C extends { access: infer May extends Access }
  ? May
  : A[K extends 'list' | 'show' ? 'read' : 'change'];
type UsualOptions<C, K extends Usual> = (K extends 'add' ? { idempotent: true } : unknown) &
  (K extends 'list' | 'add' ? unknown : C extends { params: z.ZodObject } ? unknown : { params: typeof idParams });
type Made<P extends Paths, A extends Accesses, Tag extends string, C> = {
  [K in keyof C & Usual]: C[K] extends Call
    ? Defined<
        (typeof METHODS)[K],
        PathOf<P, K>,
        AccessOf<A, C[K], K>,
        Omit<C[K], 'access'> & { tags: readonly [Tag] } & UsualOptions<C[K], K>
      >
    : never;
};

/**
 * Defines some of the five usual calls of a resource: `resource('/users', 'users', { read, change
 * }, { show: {…} })`. The path of the list gives the others; a resource with other paths names
 * each. Adding is idempotent.
 */
export const resource = <
  const P extends Paths,
  const Tag extends string,
  const A extends Accesses,
  const C extends Partial<Record<Usual, Call>>,
>(
  paths: P,
  tag: Tag,
  access: A,
  calls: C,
): Made<P, A, Tag, C> => {
  const pathOf = (usual: Usual): string => {
    if (typeof paths !== 'string') return paths[usual] ?? '';
    return usual === 'list' || usual === 'add' ? paths : `${paths}/:id`;
  };
  const made = (Object.entries(calls) as [Usual, Call][]).map(([usual, { access: own, ...definition }]) => {
    const may = own ?? access[usual === 'list' || usual === 'show' ? 'read' : 'change'];
    const options = { ...definition, tags: [tag], ...(usual === 'add' && { idempotent: true as const }) };
    return [usual, endpoint(`${METHODS[usual]} ${pathOf(usual)}`, may, options)];
  });
  return Object.fromEntries(made);
};

type Input<T> = T extends z.ZodType ? z.input<T> : never;
type Output<T> = T extends z.ZodType ? z.output<T> : never;

export type ParamsOf<E extends Endpoint> = Input<E['schema']['params']>;
export type QueryOf<E extends Endpoint> = Input<E['schema']['querystring']>;
export type BodyOf<E extends Endpoint> = Input<E['schema']['body']>;
/** The body of a successful answer: the 200 or the 201 of the endpoint. */
export type AnswerOf<E extends Endpoint> = E['schema']['response'] extends infer R
  ? R extends { 200: infer T }
    ? Output<T>
    : R extends { 201: infer T }
      ? Output<T>
      : undefined
  : never;
