import { z } from 'zod';

/** Every error code the API answers with, and its HTTP status. The list is closed. */
export const ERROR_STATUS = {
  invalid_input: 400,
  missing_credentials: 400,
  wrong_credentials: 401,
  not_signed_in: 401,
  session_ended: 401,
  account_blocked: 401,
  not_permitted: 403,
  second_factor_needed: 403,
  cross_site: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  already_registered: 409,
  transaction_id_taken: 409,
  already_paid: 409,
  idempotency_key_reused: 422,
  refused: 422,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media: 415,
  unsupported_photo: 415,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  busy: 503,
  storage_full: 503,
  storage_failed: 503,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/**
 * The one body every error has. `issues` names the field by its path in the request
 * (`body.mobile_number`).
 */
export const ErrorBody = z.object({
  status: z.literal(false),
  success: z.literal(false),
  code: z.enum(ERROR_CODES),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Only in the answer to a refused sign-in. */
  login_attempts: z.number().int().optional(),
  account_blocked: z.boolean().optional(),
  /** Where the server failed: the id under which its log tells why. */
  request_id: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The error answers common to all endpoints, for spreading into `response`. */
export const errorResponses = { '4xx': ErrorBody, '5xx': ErrorBody } as const;
