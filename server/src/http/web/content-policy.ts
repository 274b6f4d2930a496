import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const PICTURES = ["'self'", 'blob:', 'data:'];

/**
 * The Content-Security-Policy of a built page: our own scripts, and the inline ones in its HTML, by their hashes.
 * Toasts and forms write their own style elements, so inline styles are allowed.
 */
export const contentPolicy = (html: string): string => {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => hashOf(script));
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...new Set(scripts)],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': PICTURES,
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
};

/** A page's policy that also lets pictures of the map service at this address in; null or an unusable one lets none in. */
export const withMapTiles = (policy: string, tiles: string | null): string => {
  if (tiles === null || !URL.canParse(tiles)) return policy;
  const { origin } = new URL(tiles);
  // A host may hold marks that end a directive or let every host in.
  if (!/^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin)) return policy;
  const pictures = `img-src ${PICTURES.join(' ')}`;
  return policy.replace(pictures, () => `${pictures} ${origin}`);
};
