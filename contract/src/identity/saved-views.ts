import { z } from 'zod';
import { Done, resource } from '../common/endpoint.ts';
import { Id, shortText } from '../common/fields.ts';
import { isPlainText, unseenIn } from '../common/text.ts';

/** Views that an account may keep, over all lists. */
export const MAX_SAVED_VIEWS = 30;

const MOST_PARTS = 40;

/** Names the screen of a list: `payments` has several, each with views of its own. */
const Screen = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,59}$/, 'This is not the name of a screen.');

const Value = z.string().max(200).refine(isPlainText, unseenIn('The filter'));

const Filters = z
  .record(z.string().max(60), Value)
  .refine((filters) => Object.keys(filters).length <= MOST_PARTS, 'There are too many filters.');

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

const kept = z.object({ ...Done.shape, view: SavedView });

export const {
  list: listSavedViews,
  add: createSavedView,
  change: changeSavedView,
  remove: deleteSavedView,
} = resource(
  '/saved_views',
  'identity',
  { read: 'dashboard.read', change: 'dashboard.read' },
  {
    list: {
      summary: 'The caller’s own views of a screen’s list, by name',
      description: `An account has at most ${MAX_SAVED_VIEWS}, so that they come without pages.`,
      query: z.strictObject({ screen: Screen }),
      answer: z.array(SavedView),
    },
    add: {
      summary: 'Keep a view: filters, order and columns of a list under a name',
      description:
        'Filters and order are those of the list’s own query; its page, size and file format are no part of a view.',
      errors: ['conflict', 'refused'],
      /** `list` is its path below `/api`. */
      example: { list: '/users', screen: 'users', name: 'All staff', filters: {}, sort: '', hidden_columns: [] },
      body: z.strictObject({ list: z.string().max(60), screen: Screen, ...shown }),
      created: kept,
    },
    change: {
      summary: 'Rename one of the caller’s own views, or keep it with other filters, order or columns',
      errors: ['not_found', 'conflict'],
      body: z
        .strictObject(shown)
        .partial()
        .refine((change) => Object.values(change).some((value) => value !== undefined), 'There is nothing to change.'),
      answer: kept,
    },
    remove: { summary: 'Forget one of the caller’s own views', errors: ['not_found'] },
  },
);

export const savedViewEndpoints = { listSavedViews, createSavedView, changeSavedView, deleteSavedView } as const;
