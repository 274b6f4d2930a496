import { z } from 'zod';

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 200;

const page = z.coerce.number().int().min(1).max(10_000_000).default(1);

/** `page` from 1 and `size` up to 200, as every list takes them in its query. */
export const pageQuery = { page, size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE) };

/** Lookups fill choice boxes, so their first page holds all of them unless asked otherwise. */
export const lookupPageQuery = { page, size: z.coerce.number().int().min(1).max(500).default(500) };

export type Page = { page: number; size: number };

/** The header with the row count of the whole list; the headers below carry its money, see `listPayments`. */
export const TOTAL_COUNT_HEADER = 'x-total-count';
export const TOTAL_AMOUNT_HEADER = 'x-total-amount';
export const WAITING_AMOUNT_HEADER = 'x-waiting-amount';
/** `true` where more matches than the list counts and adds up, else `false`. */
export const TOTAL_CUT_HEADER = 'x-total-cut';

/** The ceiling of items divided by page size; an empty list has one page. */
export const pageCount = (items: number, size: number): number => Math.max(1, Math.ceil(items / size));
