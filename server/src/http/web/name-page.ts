import { SITE_DEFAULTS } from '@banbo/contract';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** What names the company in a tab, a search result and the preview of a link. */
const NAMED = /<title>[^<]*<\/title>|<meta property="og:(?:site_name|title)" content="[^"]*"\/>/g;

/** Puts a company's name into the head of a page, in place of the built-in one. */
export const namePage = (html: string, name: string): string => {
  const end = html.indexOf('</head>');
  const head = html.slice(0, end);
  const named = head.replace(NAMED, (element) =>
    element.replaceAll(SITE_DEFAULTS.company_name, () => escapeHtml(name)),
  );
  return named + html.slice(end);
};
