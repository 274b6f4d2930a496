import { type Access, type Endpoint, PERMISSIONS } from '@banbo/contract';
import { SESSION_KINDS, type SessionKind } from '../session-cookies.ts';
import type { Json } from './json.ts';

const cookieScheme = (kind: SessionKind): string => `${kind}RefreshCookie`;

/** The ways to say who calls. */
export const securitySchemes = (nameOfCookie: (kind: SessionKind) => string): Json => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The accessToken of a sign-in, good for ten minutes. A refresh cookie gets the next one.',
  },
  ...Object.fromEntries(
    SESSION_KINDS.map((kind) => [
      cookieScheme(kind),
      {
        type: 'apiKey',
        in: 'cookie',
        name: nameOfCookie(kind),
        description: `Set by signing in as ${kind}; each renewal replaces it.`,
      },
    ]),
  ),
});

const isPermission = (access: Access): boolean => PERMISSIONS.some((permission) => permission === access);

const IN_WORDS: Partial<Record<Access, string>> = {
  member: 'For signed-in members.',
  tenant: 'For signed-in tenants.',
  'signed-in': 'For whoever is signed in.',
};

/** Says in a sentence who may call; empty for what anybody may. */
export const accessInWords = ({ access, limits = [] }: Endpoint): string => {
  if (isPermission(access)) return `For staff who hold the permission \`${access}\`.`;
  const countsCallers = limits.some(({ by }) => by === 'caller');
  if (access === 'public' && countsCallers) return 'A bearer token may be sent; limits then count its account.';
  return IN_WORDS[access] ?? '';
};

const neededCookies = ({ cookie }: Endpoint): readonly SessionKind[] =>
  SESSION_KINDS.filter((kind) => cookie === kind || cookie === 'any');

/** The credentials that a call must carry, and the permission that its caller must hold; `[]` where anybody may call. */
export const securityOf = (endpoint: Endpoint): Json => {
  const { access } = endpoint;
  const cookies = neededCookies(endpoint).map((kind) => ({ [cookieScheme(kind)]: [] }));
  const security = access === 'public' ? cookies : [{ bearer: [] }];
  return { security, ...(isPermission(access) && { 'x-permission': access }) };
};
