import type { Plugin } from 'vite';
import { PUBLIC_PAGES, type PublicPage } from './app/lib/public-pages.ts';

const sitemap = (origin: string): string => {
  const pages: readonly PublicPage[] = PUBLIC_PAGES;
  const addresses = pages
    .filter((page) => !page.canonical)
    .map(({ path }) => `  <url><loc>${origin}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses,
    '</urlset>',
    '',
  ].join('\n');
};

const robots = (origin: string): string => `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;

/** Adds to the web build `sitemap.xml` and `robots.txt`, which name the site's own address. */
export const siteFiles = (origin: string): Plugin => ({
  name: 'site-files',
  generateBundle() {
    if (this.environment.name !== 'client') return;
    this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: sitemap(origin) });
    this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robots(origin) });
  },
});
