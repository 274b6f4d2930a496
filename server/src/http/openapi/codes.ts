import { type Endpoint, ERROR_CODES, type ErrorCode } from '@banbo/contract';

/** Any call may be unreadable, one too many, or meet a server in trouble. */
const OF_EVERY_CALL: readonly ErrorCode[] = [
  'invalid_input',
  'too_many_requests',
  'busy',
  'storage_full',
  'storage_failed',
  'internal',
];
/** A body may be too large, too slow or of another type; a change may meet one that was made meanwhile. */
const OF_CHANGES: readonly ErrorCode[] = ['conflict', 'too_large', 'too_slow', 'unsupported_media'];

/** The codes with which an endpoint may refuse a call: those of its kind, and its own `errors`; in the order of the list. */
export const codesOf = ({
  access,
  beforeSecondFactor,
  cookie,
  errors,
  idempotent,
  method,
  schema,
}: Endpoint): ErrorCode[] => {
  const codes = new Set<ErrorCode>([...OF_EVERY_CALL, ...(errors ?? [])]);
  if (method !== 'GET') for (const code of OF_CHANGES) codes.add(code);
  if (access !== 'public') codes.add('not_signed_in');
  if (access !== 'public' && access !== 'signed-in') codes.add('not_permitted');
  if (!['public', 'member', 'tenant'].includes(access) && !beforeSecondFactor) codes.add('second_factor_needed');
  if (cookie) codes.add('cross_site');
  if (schema.params) codes.add('not_found');
  if (idempotent) codes.add('idempotency_key_reused');
  return ERROR_CODES.filter((code) => codes.has(code));
};
