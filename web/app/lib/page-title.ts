import { knownSite } from './known-site.ts';

/** The title of a page that search engines are told to skip. */
export const titled = (title: string) => () => [
  { title: `${title} | ${knownSite().company_name}` },
  { name: 'robots', content: 'noindex' },
];
