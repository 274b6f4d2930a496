import { matchPath } from 'react-router';

/** Addresses of an older menu, and the pages that replaced them, which say who may open them. */
export const MOVED_PAGES: Readonly<Record<string, string>> = {
  '/update': '/driver_updates',
  '/status': '/driver_search',
  '/gallery': '/global_drivers',
  '/user_setup': '/system_users',
};

/** The page that replaced an older one at this path, if there is one. */
export const movedTo = (pathname: string): string | undefined =>
  Object.entries(MOVED_PAGES).find(([path]) => matchPath(path, pathname))?.[1];

/** Pages of the office that come with a later version. */
declare const __LATER_PAGES__: readonly { path: string; title: string }[];

/**
 * The title of the later page at a path. Later pages have no routes, since every public page
 * carries the list of routes. The build inlines their titles, so that lost visitors load no menus.
 */
export const laterTitle = (pathname: string, pages = __LATER_PAGES__): string | undefined =>
  pages.find(({ path }) => matchPath(path, pathname))?.title;
