import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Session, SignInAnswer } from './schemas.ts';
import { signInEndpoint } from './sign-in-endpoint.ts';

const tags = ['tenants'];

export const tenantLogin = signInEndpoint({
  url: '/auth/main_login',
  tag: 'tenants',
  summary: 'Sign in as a tenant',
  credentials: { username: z.string().max(200) },
  answer: SignInAnswer,
});

export const refreshTenantToken = endpoint({
  method: 'GET',
  url: '/token/tenant_refresh_token',
  access: 'public',
  cookie: 'tenant',
  errors: ['session_ended'],
  schema: {
    summary: 'A new access token for a tenant’s refresh cookie',
    tags,
    response: { 200: Session, ...errorResponses },
  },
});

export const getTenantMe = endpoint({
  method: 'GET',
  url: '/tenant/me',
  access: 'tenant',
  errors: ['not_found'],
  schema: {
    summary: 'The signed-in tenant',
    tags,
    response: {
      200: z.object({ username: z.string(), fullname: z.string(), tenant_code: z.string(), email: z.string() }),
      ...errorResponses,
    },
  },
});

export const tenantEndpoints = { tenantLogin, refreshTenantToken, getTenantMe } as const;
