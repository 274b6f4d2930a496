import { matchPath } from 'react-router';

/** The title of the later page at a path, if there is one. */
export const laterTitle = (pathname: string, pages = import.meta.env.LATER_PAGES): string | undefined =>
  pages.find(({ path }) => matchPath(path, pathname))?.title;
