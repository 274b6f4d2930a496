/** An arbitrary origin: it only shows whether a path stays where it is resolved. */
const HERE = 'https://here.invalid';

/** Some browsers that sign in lack `URL.parse`. */
const parsed = (text: string): URL | null => {
  try {
    return new URL(text, HERE);
  } catch {
    return null;
  }
};

/**
 * A path of this site from a text that a stranger may have written into a link, or null when it would lead elsewhere
 * (`//evil`, `https:`, backslashes, control characters). Gives path, query and fragment.
 */
export const safePath = (text: string | null | undefined): string | null => {
  if (!text?.startsWith('/') || /[\\\p{Cc}]/u.test(text)) return null;
  const url = parsed(text);
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
};

/** The page on which staff set up the second factor that their role needs, on their way to another. */
export const secondFactorPath = (target: string): string => `/second_factor?from=${encodeURIComponent(target)}`;
