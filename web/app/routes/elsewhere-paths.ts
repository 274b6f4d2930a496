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
