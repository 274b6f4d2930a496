import { SITE_DEFAULTS } from '@banbo/contract';
import { beforeAll, expect, test } from 'vitest';
import { lastBuild } from './builds.ts';
import { namePage, pageNamer } from './name-page.ts';
import { type PageFile, readBuild } from './read-build.ts';

/** A page of the real build: the elements that are looked for are written by the framework. */
let about: PageFile;
beforeAll(async () => {
  const build = await readBuild(process.env.WEB_BUILD ?? lastBuild() ?? '');
  const page = build?.pages.get('/about');
  if (!page) throw new Error('The web is not built: run `node scripts/prepare.js`');
  about = page;
});

const headOf = (html: string): string => html.slice(0, html.indexOf('</head>'));
const organisationOf = (html: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1] ?? '');

test('a built page names the company in its title, its preview and its data for search engines, and nowhere else', () => {
  const html = namePage(about.html, 'Akwaaba & Safety');
  const head = headOf(html);
  expect(headOf(about.html)).toContain(SITE_DEFAULTS.company_name);
  expect(head).not.toContain(SITE_DEFAULTS.company_name);
  expect(head).toContain('<title>About Us · Akwaaba &amp; Safety</title>');
  expect(head).toContain('<meta property="og:site_name" content="Akwaaba &amp; Safety"/>');
  expect(head).toContain('<meta property="og:title" content="About Us · Akwaaba &amp; Safety"/>');
  expect(organisationOf(html)).toMatchObject({ '@type': 'Organization', name: 'Akwaaba & Safety' });
  expect(html.slice(head.length)).toBe(about.html.slice(headOf(about.html).length));
});

test('a name ends neither the title nor the data for search engines', () => {
  const name = `"</script></title><script>alert('1')</script>\\u003c`;
  const html = namePage(about.html, name);
  expect(html.match(/<script/g)).toEqual(about.html.match(/<script/g));
  expect(html.match(/<title>/g)).toHaveLength(1);
  expect(organisationOf(html)).toMatchObject({ name });
});

test('a page is made once under each name, and another one gets another tag', () => {
  const nameOf = pageNamer();
  expect(nameOf(about, SITE_DEFAULTS.company_name)).toBeNull();
  const first = nameOf(about, 'Akwaaba Safety');
  expect(nameOf(about, 'Akwaaba Safety')).toBe(first);
  const second = nameOf(about, 'Safe Roads');
  expect(second?.tag).not.toBe(first?.tag);
  expect(nameOf(about, 'Akwaaba Safety')).toEqual(first);
});
