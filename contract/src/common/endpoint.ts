import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { CallLimit } from './limits.ts';
import type { Permission } from './permissions.ts';

/** The possible callers: anyone, a signed-in member or tenant, any signed-in person, or staff who hold a permission. */
export type Access = 'public' | 'member' | 'tenant' | 'signed-in' | Permission;

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
   * Limits on how often a caller may use it; all must hold. Limits by subject come first, then by caller, by address
   * last.
   */
  limits?: readonly CallLimit[];
  /**
   * Takes an `Idempotency-Key`: the same key and bytes get the first answer again, whatever has changed since. The server
   * keeps the answer by this alone, and its handler works in the transaction that the answer is kept in.
   */
  idempotent?: true;
  /**
   * Sends or sets a refresh cookie, so it also needs a same-origin sender. Names the kind of session whose cookie the call
   * needs, or `any` where it works on all that are sent; true where it only sets one.
   */
  cookie?: true | 'staff' | 'member' | 'tenant' | 'any';
  /**
   * Staff whose role needs a second factor may call it before they have set one up. Other calls that are not public are
   * refused until then.
   */
  beforeSecondFactor?: true;
  /** The codes with which it refuses by rules of its own; those of every call of its kind need not be named. */
  errors?: readonly ErrorCode[];
  /**
   * `money` for a list whose headers say what its money comes to, `ahead` for one that is counted some way beyond the page and
   * says whether there is more. Every list that takes a `page` says how many rows it has.
   */
  totals?: 'money' | 'ahead';
  /** Answers a file, or a stream of events, of one of these media types rather than JSON. */
  file?: readonly string[];
  /** Bytes of the largest file that its form takes; those of a photo when absent. */
  maxFileBytes?: number;
  /** Its answer has an ETag, by which the caller may ask whether it is still the newest. */
  etag?: true;
  schema: EndpointSchema;
};

/** Keeps an endpoint's exact type, so that request and response types flow from it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** The answer of a call that has no more to say than that it was done. */
export const Done = z.object({ status: z.literal(true), message: z.string() });

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
