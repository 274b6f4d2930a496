import { matchPath } from 'react-router';

type LaterPage = { path: string; title: string };

const builtIn = (): readonly LaterPage[] => JSON.parse(import.meta.env.LATER_PAGES);

/** The title of the later page at a path, if there is one. */
export const laterTitle = (pathname: string, pages = builtIn()): string | undefined =>
  pages.find(({ path }) => matchPath(path, pathname))?.title;
