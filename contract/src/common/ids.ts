import { z } from 'zod';

/** 2^63 - 1, the largest that bigint holds. */
const LARGEST = '9223372036854775807';

/** A record's number as PostgreSQL's bigint identity gives it, as text in JSON since it may pass 2^53. */
export const Id = z
  .string()
  .regex(/^[1-9]\d{0,18}$/, 'Not a record number.')
  .refine((text) => text.length < LARGEST.length || text <= LARGEST, 'Not a record number.');

export const idParams = z.object({ id: Id });
