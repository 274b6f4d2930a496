import { z } from 'zod';
import { Done, endpoint } from '../common/endpoint.ts';
import { Id, shortText } from '../common/fields.ts';
import { isPlainText, unseenIn } from '../common/text.ts';

const tags = ['identity'];

/** Views that an account may keep, over all lists. */
export const MAX_SAVED_VIEWS = 30;

const MOST_PARTS = 40;

/** Names the screen of a list: `payments` has several, each with views of its own. */
const Screen = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,59}$/, 'This is no name of a screen.');

const Value = z.string().max(200).refine(isPlainText, unseenIn('The filter'));

const Filters = z
  .record(z.string().max(60), Value)
  .refine((filters) => Object.keys(filters).length <= MOST_PARTS, 'These are too many filters.');

const shown = {
  name: shortText('name of the view', 40),
  /** Filters as they stand in the query of the list. */
  filters: Filters,
  /** An order of the list; empty for its usual one. */
  sort: z.string().max(60),
  /** The headers of columns that are left out. */
  hidden_columns: z.array(z.string().max(60).refine(isPlainText, unseenIn('The column'))).max(MOST_PARTS),
};

export const SavedView = z.object({ id: Id, list: z.string(), screen: z.string(), ...shown });
export type SavedView = z.infer<typeof SavedView>;

export const listSavedViews = endpoint('GET /saved_views', 'dashboard.read', {
  summary: 'The caller’s own views of a screen’s list, by name',
  description: `An account has at most ${MAX_SAVED_VIEWS}, so that they come without pages.`,
  tags,
  query: z.strictObject({ screen: Screen }),
  answer: z.array(SavedView),
});

export const createSavedView = endpoint('POST /saved_views', 'dashboard.read', {
  summary: 'Keep a view: filters, order and columns of a list under a name',
  description:
    'Filters and order are those of the list’s own query; its page, size and file format are no part of a view.',
  tags,
  idempotent: true,
  errors: ['conflict', 'refused'],
  body: z.strictObject({
    /** The path of the list below `/api`. */
    list: z.string().max(60),
    screen: Screen,
    ...shown,
  }),
  created: z.object({ ...Done.shape, view: SavedView }),
});

const { name, filters, sort, hidden_columns } = shown;

export const changeSavedView = endpoint('PATCH /saved_views/:id', 'dashboard.read', {
  summary: 'Rename one of the caller’s own views, or keep it with other filters, order or columns',
  tags,
  errors: ['not_found', 'conflict'],
  body: z
    .strictObject({
      name: name.optional(),
      filters: filters.optional(),
      sort: sort.optional(),
      hidden_columns: hidden_columns.optional(),
    })
    .refine((change) => Object.values(change).some((value) => value !== undefined), 'Nothing is to be changed.'),
  answer: z.object({ ...Done.shape, view: SavedView }),
});

export const deleteSavedView = endpoint('DELETE /saved_views/:id', 'dashboard.read', {
  summary: 'Forget one of the caller’s own views',
  tags,
  errors: ['not_found'],
});

export const savedViewEndpoints = { listSavedViews, createSavedView, changeSavedView, deleteSavedView } as const;
