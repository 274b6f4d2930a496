import { z } from 'zod';
import { Done, endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { memberEndpoints } from './members.ts';
import { ownAccountEndpoints } from './own-account.ts';
import { NewPassword, Session, SignInAnswer, UsernameCheck } from './schemas.ts';
import { tenantEndpoints } from './tenants.ts';
import { userEndpoints } from './users.ts';

const tags = ['identity'];

export const login = endpoint({
  method: 'POST',
  url: '/auth/login',
  access: 'public',
  cookie: true,
  limits: [
    { by: 'address', max: 60, seconds: 60 },
    { by: 'address', max: 1000, seconds: 3600 },
  ],
  errors: ['missing_credentials', 'wrong_credentials', 'account_blocked'],
  schema: {
    summary: 'Sign in as staff',
    tags,
    body: z.strictObject({
      username: z.string().max(200),
      password: z.string().max(200),
      /** 'Trust This Device': the refresh cookie outlives the browser. */
      persist: z.boolean().optional(),
    }),
    response: { 200: SignInAnswer, ...errorResponses },
  },
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

export const setAdminPassword = endpoint({
  method: 'POST',
  url: '/auth/set_admin_password',
  access: 'public',
  limits: [
    { by: 'address', max: 60, seconds: 60 },
    { by: 'address', max: 600, seconds: 3600 },
  ],
  errors: ['refused'],
  schema: {
    summary: 'Set a first password with the setup code',
    tags,
    body: z.strictObject({
      /** The e-mail or username of the setup link. */
      email: z.string().min(1).max(254),
      password: NewPassword,
      setup_code: z.string().min(1).max(100),
    }),
    response: { 200: Done, ...errorResponses },
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
  ...userEndpoints,
  ...memberEndpoints,
  ...tenantEndpoints,
} as const;
