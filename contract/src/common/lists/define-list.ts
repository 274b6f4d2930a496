import { z } from 'zod';
import { type Access, type Endpoint, endpoint } from '../endpoint.ts';
import type { Filter } from './filters.ts';

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 200;

const page = z.coerce.number().int().min(1).max(10_000_000).default(1);

/** `page` from 1 and `size` up to 200, as every list takes them in its query. */
export const pageQuery = { page, size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE) };

/** Lookups fill choice boxes, so their first page holds all of them unless asked otherwise. */
export const lookupPageQuery = { page, size: z.coerce.number().int().min(1).max(500).default(500) };

export type PageAsked = { page: number; size: number };

/**
 * The header with the row count of the whole list; the headers below carry its money, see
 * `listPayments`.
 */
export const TOTAL_COUNT_HEADER = 'x-total-count';
export const TOTAL_AMOUNT_HEADER = 'x-total-amount';
export const WAITING_AMOUNT_HEADER = 'x-waiting-amount';
/** `true` where more rows match than the list counts and adds up, else `false`. */
export const TOTAL_CUT_HEADER = 'x-total-cut';

/** The ceiling of items divided by page size; an empty list has one page. */
export const pageCount = (items: number, size: number): number => Math.max(1, Math.ceil(items / size));

/**
 * How a value is shown, and which kind of cell it is in a spreadsheet. Money is text with two
 * decimals, phones are E.164, transactions are their IDs; names are shown in the usual case.
 */
export type CellKind = 'text' | 'name' | 'number' | 'money' | 'day' | 'instant' | 'phone' | 'transaction';

/** True for the kinds whose cells in a file are text as it is stored. */
export const isTextKind = (kind: CellKind): boolean => kind === 'text' || kind === 'name';

/** A column of a list, the same in the table and in an exported file. */
export type ListColumn<Row> = {
  /** Names the column to the table. */
  key: string;
  header: string;
  kind: CellKind;
  /** Null where the row has none. */
  value: (row: Row) => string | number | null;
  /** The sort, without its sign, that this column's header offers. */
  sort?: string;
  /** The kind that words the sort, where it differs from that of the cells. */
  sortedAs?: CellKind;
  /** Words for the two directions of the sort, where those of its kind do not fit. */
  sortWords?: readonly [up: string, down: string];
};

/** Shorthand for a column whose value stands in the row under the column's own key. */
export const columnOf = <const Key extends string>(
  key: Key,
  header: string,
  kind: CellKind = 'text',
  more: { sort?: string } = {},
) => ({ key, header, kind, value: (row: { [K in Key]: string | number | null }) => row[key], ...more });

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_MEDIA_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>;

/** The most rows of a PDF of a list, which is drawn in one go. */
export const MAX_PDF_ROWS = 1_000;

const OWN_ORDER = 'These rows have an order of their own and cannot be sorted.';

export type Filters = Readonly<Record<string, Filter>>;
type Schemas<F extends Filters> = { [Name in keyof F]: F[Name]['schema'] };

/** A rule over several parts of a query, and the sentence of its refusal at one of them. */
type Rule = { holds: (query: Record<string, unknown>) => boolean; message: string; path: string };

type Definition<
  Url extends string,
  May extends Access,
  Row extends z.ZodType,
  F extends Filters,
  Sort extends string,
  Key extends string,
> = {
  /** Names the list in file names and the audit log. */
  name: string;
  /** Names the exported file by the query, where one list has several pages. */
  fileName?: (query: Record<string, unknown>) => string;
  url: Url;
  access: May;
  summary: string;
  description?: string;
  tags: readonly string[];
  row: Row;
  filters: F;
  /** The orders that are offered, the default first. A leading `-` reverses an order. */
  sorts: readonly [Sort, ...Sort[]];
  columns: readonly (ListColumn<z.output<Row>> & { key: Key })[];
  /** Further columns of files alone, whose values the pages leave out. */
  fileColumns?: readonly ListColumn<z.output<Row>>[];
  /**
   * The most rows that can be paged; absent for a list with totals. `COUNTED_AHEAD` rows beyond a
   * page are counted.
   */
  reach?: number;
  /**
   * True where the server knows some totals of the list by a roll-up, so that its description says
   * how far it counts.
   */
  hasRollUp?: true;
  /** Set for a list of money, whose headers carry its sums. */
  totals?: 'money';
  /** True for queries whose rows have an order of their own, so that they cannot be sorted. */
  hasOwnOrder?: (query: Record<string, unknown>) => boolean;
  /** A rule over several parts of the query, and the sentence of its refusal. */
  rule?: Rule;
};

/**
 * How many rows beyond its page a list with a reach counts. Counting all of them would cost more
 * than the page does, and more every year.
 */
export const COUNTED_AHEAD = 1_000;

const aheadWords = (reach: number): string =>
  `X-Total-Count counts up to ${COUNTED_AHEAD} rows beyond the page; X-Total-Cut is true where there are more. ` +
  `The first ${reach} can be paged.`;

/** The fields that filters have in a query. */
export const shapeOf = <F extends Filters>(filters: F): Schemas<F> =>
  Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, schema])) as Schemas<F>;

/**
 * Defines a list once: `page` is the endpoint of its pages, `file` the endpoint that streams the
 * whole filter as CSV or XLSX under the same access. Both refuse a query key or a sort that the
 * definition does not name. The server adds its SQL (`server/src/db/list`), the web its cells and
 * texts (`web/app/components/data-table`).
 */
export const defineList = <
  const Url extends string,
  const May extends Access,
  Row extends z.ZodType,
  F extends Filters,
  const Sort extends string,
  const Key extends string,
>(
  definition: Definition<Url, May, Row, F, Sort, Key>,
) => {
  const { url, access, summary, tags, row, filters, sorts, rule, hasOwnOrder, reach, hasRollUp } = definition;
  const totals = definition.totals ?? (reach === undefined ? undefined : 'ahead');
  const description = [
    definition.description,
    totals === 'ahead' && reach !== undefined && !hasRollUp && aheadWords(reach),
  ]
    .filter(Boolean)
    .join(' ');
  const asked = { sort: z.enum(sorts).default(sorts[0] as never), ...shapeOf(filters) };
  const isSortedAsUsual = (query: Record<string, unknown>): boolean => query.sort === sorts[0] || !hasOwnOrder?.(query);
  const ruled = <Shape extends z.ZodObject>(query: Shape): Shape => {
    const sorted = query.refine(isSortedAsUsual, { message: OWN_ORDER, path: ['sort'] });
    return rule ? sorted.refine(rule.holds, { message: rule.message, path: [rule.path] }) : sorted;
  };
  return {
    ...definition,
    /** Makes the endpoint of the whole filter as a PDF, for a list that is read on paper. */
    pdf: () =>
      endpoint(`GET ${url}/pdf`, access, {
        summary: `${summary}: on paper`,
        description: `At most ${MAX_PDF_ROWS} rows. Refused with 429 while the server writes as many files as it can at once.`,
        tags,
        errors: ['refused'],
        file: ['application/pdf'],
        mayLag: 'file',
        query: ruled(z.strictObject(asked)),
      }),
    page: endpoint(`GET ${url}`, access, {
      summary,
      ...(description !== '' && { description }),
      tags,
      ...(totals && { totals }),
      query: ruled(z.strictObject({ ...pageQuery, ...asked })),
      answer: z.array(row),
    }),
    file: endpoint(`GET ${url}/export`, access, {
      summary: `${summary}: all that fit, as a file`,
      description: 'Streams CSV or XLSX. Refused with 429 while the server writes as many files as it can at once.',
      tags,
      file: Object.values(EXPORT_MEDIA_TYPES),
      mayLag: 'file',
      query: ruled(z.strictObject({ format: z.enum(EXPORT_FORMATS).default('csv'), ...asked })),
    }),
  };
};

type Defined = {
  page: { schema: { querystring: z.ZodType } };
  row: z.ZodType;
};

/** A list as a screen shows it. One without a `file` cannot be saved. */
export type ShownList = {
  name: string;
  fileName?: (query: Record<string, unknown>) => string;
  row: z.ZodType<{ id: string }>;
  filters: Filters;
  sorts: readonly string[];
  columns: readonly ListColumn<never>[];
  fileColumns?: readonly ListColumn<never>[];
  reach?: number;
  rule?: Rule;
  hasOwnOrder?: (query: Record<string, unknown>) => boolean;
  page: Endpoint & { schema: { querystring: z.ZodObject } };
  file?: Endpoint;
};

/** Any list, as far as helpers need to know it. */
export type AnyList = ShownList & { url: string; access: Access; file: Endpoint };

/** A row as the list answers it. */
export type RowOf<L extends Pick<Defined, 'row'>> = z.output<L['row']>;
/** The query of a page, as the server reads it. */
export type ListQuery<L extends Pick<Defined, 'page'>> = z.output<L['page']['schema']['querystring']>;
