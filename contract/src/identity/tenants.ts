import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Session, SignInAnswer } from './schemas.ts';

const tags = ['tenants'];

export const tenantLogin = endpoint({
  method: 'POST',
  url: '/auth/main_login',
  access: 'public',
  cookie: true,
  limits: [
    { by: 'address', max: 60, seconds: 60 },
    { by: 'address', max: 1000, seconds: 3600 },
  ],
  errors: ['missing_credentials', 'wrong_credentials', 'account_blocked'],
  schema: {
    summary: 'Sign in as a tenant',
    tags,
    body: z.strictObject({
      username: z.string().max(200),
      password: z.string().max(200),
      persist: z.boolean().optional(),
    }),
    response: { 200: SignInAnswer, ...errorResponses },
  },
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
