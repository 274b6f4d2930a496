import { z } from 'zod';
import { Done, endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { memberEndpoints } from './members.ts';
import { ownAccountEndpoints } from './own-account.ts';
import { savedViewEndpoints } from './saved-views.ts';
import { Session, SignInAnswer, UsernameCheck } from './schemas.ts';
import { CodeNeeded, secondFactorEndpoints } from './second-factor.ts';
import { passwordByCodeEndpoint, signInEndpoint } from './sign-in-endpoint.ts';
import { tenantEndpoints } from './tenants.ts';
import { userEndpoints } from './users.ts';

const tags = ['identity'];

export const login = signInEndpoint({
  url: '/auth/login',
  tag: 'identity',
  summary: 'Sign in as staff',
  credentials: { username: z.string().max(200) },
  answer: z.union([SignInAnswer, CodeNeeded]),
});

export const logout = endpoint({
  method: 'GET',
  url: '/auth/logout',
  access: 'public',
  cookie: 'any',
  schema: { summary: 'Sign out of this device', tags, response: { 200: Done, ...errorResponses } },
});

export const checkUsername = endpoint({
  method: 'POST',
  url: '/auth/check_username',
  access: 'public',
  limits: [
    { by: 'address', max: 120, seconds: 60 },
    { by: 'address', max: 2000, seconds: 3600 },
  ],
  errors: ['missing_credentials'],
  schema: {
    summary: 'What the sign-in page should do with a username',
    tags,
    body: z.strictObject({ username: z.string().max(200) }),
    response: { 200: UsernameCheck, ...errorResponses },
  },
});

export const setAdminPassword = passwordByCodeEndpoint({
  url: '/auth/set_admin_password',
  tag: 'identity',
  summary: 'Set a first password with the setup code',
  credentials: {
    /** The e-mail or username of the setup link. */
    email: z.string().min(1).max(254),
    setup_code: z.string().min(1).max(100),
  },
});

export const refreshAdminToken = endpoint({
  method: 'GET',
  url: '/token/admin_refresh_token',
  access: 'public',
  cookie: 'staff',
  errors: ['session_ended'],
  schema: { summary: 'A new access token for the refresh cookie', tags, response: { 200: Session, ...errorResponses } },
});

export const identityEndpoints = {
  login,
  logout,
  checkUsername,
  setAdminPassword,
  refreshAdminToken,
  ...ownAccountEndpoints,
  ...savedViewEndpoints,
  ...secondFactorEndpoints,
  ...userEndpoints,
  ...memberEndpoints,
  ...tenantEndpoints,
} as const;
