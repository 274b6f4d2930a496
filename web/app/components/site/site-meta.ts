import type { PublicSite } from '@banbo/contract';
import { type MetaDescriptor, matchPath } from 'react-router';
import { knownSite } from '../../lib/api/known-site.ts';
import { PUBLIC_PAGES, type PublicPage } from '../../lib/public-pages.ts';

const ORIGIN = import.meta.env.PUBLIC_URL;

const organisation = ({ company_name, office_location, mobile_numbers }: PublicSite) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: company_name,
  url: `${ORIGIN}/`,
  logo: `${ORIGIN}/icon-512.png`,
  slogan: 'Your Security Our Concern',
  areaServed: { '@type': 'Country', name: 'Ghana' },
  ...(office_location && {
    address: { '@type': 'PostalAddress', streetAddress: office_location, addressCountry: 'GH' },
  }),
  contactPoint: mobile_numbers.map((telephone) => ({
    '@type': 'ContactPoint',
    contactType: 'customer service',
    telephone,
  })),
});

/** Title, description, canonical address, Open Graph and JSON-LD of a public page, if it is one. */
export const pageMeta = (pathname: string): MetaDescriptor[] => {
  const page: PublicPage | undefined = PUBLIC_PAGES.find(({ path }) => matchPath(path, pathname));
  if (!page) return [];
  const site = knownSite();
  const name = site.company_name;
  const title = page.path === '/' ? `${name} · ${page.title}` : `${page.title} · ${name}`;
  const address = ORIGIN + (page.canonical ?? page.path);
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: name },
    { property: 'og:locale', content: 'en_GH' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: `${ORIGIN}/og.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'A taxi on a night road under a golden pin: Your Security Our Concern' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { 'script:ld+json': organisation(site) },
  ];
};
