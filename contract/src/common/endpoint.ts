import type { z } from 'zod';
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

/** One call of the API: its address, its access, its request and its answer. */
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
  /** Takes an `Idempotency-Key`: the same key and body get the first answer again. */
  idempotent?: boolean;
  /** The call sends or sets the refresh cookie, so it also needs a same-origin sender. */
  cookie?: boolean;
  /** Answers a file instead of JSON. */
  file?: boolean;
  schema: EndpointSchema;
};

/** Keeps an endpoint's exact type, so that request and response types flow from it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

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
