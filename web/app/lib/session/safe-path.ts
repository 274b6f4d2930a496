/** An arbitrary origin that shows whether a path leads to another one. */
const HERE = 'https://here.invalid';

/** Some supported browsers lack `URL.parse`. */
const parsed = (text: string): URL | null => {
  try {
    return new URL(text, HERE);
  } catch {
    return null;
  }
};

/**
 * Returns path, query and fragment of a link's target if it stays on this site, else null:
 * `//evil`, `https:`, backslashes, control characters.
 */
export const safePath = (text: string | null | undefined): string | null => {
  if (!text?.startsWith('/') || /[\\\p{Cc}]/u.test(text)) return null;
  const url = parsed(text);
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
};

/** The address where staff set up their required second factor on the way to `target`. */
export const secondFactorPath = (target: string): string => `/second_factor?from=${encodeURIComponent(target)}`;
