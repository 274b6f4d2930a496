import { type getSite, type PublicSite, SITE_DEFAULTS, type Site } from '@banbo/contract';
import { type Address, call } from './api.ts';

/** A value with a built-in first version, which the server's answer replaces. */
export type Fresh<T> = { current: T; asked: boolean; listeners: Set<() => void>; ask: () => Promise<T> };

export const fresh = <T>(builtIn: T, ask: () => Promise<T>): Fresh<T> => ({
  current: builtIn,
  asked: false,
  listeners: new Set(),
  ask,
});

/** Asks once per visit. Without an answer the page silently keeps its built-in value. */
export const askOnce = async <T>(value: Fresh<T>): Promise<void> => {
  if (value.asked) return;
  value.asked = true;
  try {
    value.current = await value.ask();
    for (const listener of value.listeners) listener();
  } catch {
    value.asked = false;
  }
};

/** The company's name that the server wrote into the page; hydration must render the same. */
const nameInPage = (): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content;

const builtIn: PublicSite = { ...SITE_DEFAULTS, company_name: nameInPage() ?? SITE_DEFAULTS.company_name };

const SITE: Address<typeof getSite> = { method: 'GET', url: '/site', access: 'public' };

const read = async (isAnew = false): Promise<PublicSite> => ({
  // An answer cached by an older version lacks newer settings.
  ...SITE_DEFAULTS,
  ...(await call<typeof getSite>(SITE, isAnew ? { isAnew } : {})),
});

/** The company's settings: the defaults in the built page, then those of the staff. */
export const site = fresh<PublicSite>(builtIn, () => read());

const show = (next: PublicSite): void => {
  site.current = next;
  for (const listener of site.listeners) listener();
};

/** Milliseconds after which each of several servers knows a change. */
const KNOWN_MS = 5_000;

/**
 * Shows settings that this browser's person has changed. Then reads them past its cache, from which
 * the next page has them, and again later from a server that did not know them yet.
 */
export const showChangedSite = async (changed: Site): Promise<void> => {
  show({ ...site.current, ...changed });
  const isKnown = (next: PublicSite): boolean => JSON.stringify({ ...next, ...changed }) === JSON.stringify(next);
  try {
    let next = await read(true);
    if (!isKnown(next)) {
      await new Promise((resolve) => setTimeout(resolve, KNOWN_MS));
      next = await read(true);
    }
    show(next);
  } catch {
    // The page shows them already.
  }
};

/** The settings known so far, for titles; the root renders them again after the answer. */
export const knownSite = (): PublicSite => site.current;

/** Asks again in a page that has been open for long; without an answer the known settings stay. */
export const askSiteAgain = (): Promise<void> => {
  site.asked = false;
  return askOnce(site);
};

/** The title of a page that search engines must skip. */
export const titled = (title: string) => () => [
  { title: `${title} · ${knownSite().company_name}` },
  { name: 'robots', content: 'noindex' },
];
