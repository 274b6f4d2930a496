import { matchPath } from 'react-router';

/** The title of the later page at a path, if there is one. */
export const laterTitle = (pathname: string, pages = __LATER_PAGES__): string | undefined =>
  pages.find(({ path }) => matchPath(path, pathname))?.title;
