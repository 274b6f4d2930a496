import { z } from 'zod';

/** A record's number as PostgreSQL's bigint identity gives it, as text in JSON since it may pass 2^53. */
export const Id = z.string().regex(/^[1-9]\d{0,18}$/, 'Not a record number.');

export const idParams = z.object({ id: Id });
