import { knownSite } from './known-site.ts';

/** The title of a page that is not for search engines, which are told to pass by. */
export const titled = (title: string) => () => [
  { title: `${title} | ${knownSite().company_name}` },
  { name: 'robots', content: 'noindex' },
];
