import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { auditorEndpoints } from './auditors.ts';
import { ownAccountEndpoints } from './own-account.ts';
import { roleEndpoints } from './roles.ts';
import { savedViewEndpoints } from './saved-views.ts';
import { Session, SignInAnswer, UsernameCheck } from './schemas.ts';
import { CodeNeeded, secondFactorEndpoints } from './second-factor.ts';
import { Credential, memberEndpoints, passwordByCodeEndpoint, signInEndpoint, tenantEndpoints } from './sign-in.ts';
import { userEndpoints } from './users.ts';

const endpoint = endpointsOf('identity');

export const login = signInEndpoint({
  url: '/auth/login',
  tag: 'identity',
  summary: 'Sign in as staff',
  credentials: { username: Credential },
  answer: z.union([SignInAnswer, CodeNeeded]),
});

export const logout = endpoint('GET /auth/logout', 'public', {
  summary: 'Sign out of this device',
  cookie: 'any',
});

export const checkUsername = endpoint('POST /auth/check_username', 'public', {
  summary: 'What the sign-in page should do with a username',
  limits: [
    { by: 'address', max: 120, seconds: 60 },
    { by: 'address', max: 2000, seconds: 3600 },
  ],
  errors: ['missing_credentials'],
  body: z.strictObject({ username: Credential }),
  answer: UsernameCheck,
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

export const refreshAdminToken = endpoint('GET /token/admin_refresh_token', 'public', {
  summary: 'A new access token for the refresh cookie',
  cookie: 'staff',
  errors: ['session_ended'],
  answer: Session,
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
  ...auditorEndpoints,
  ...roleEndpoints,
  ...memberEndpoints,
  ...tenantEndpoints,
} as const;
