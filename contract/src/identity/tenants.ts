import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
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

export const refreshTenantToken = endpoint('GET /token/tenant_refresh_token', 'public', {
  summary: 'A new access token for a tenant’s refresh cookie',
  tags,
  cookie: 'tenant',
  errors: ['session_ended'],
  answer: Session,
});

export const getTenantMe = endpoint('GET /tenant/me', 'tenant', {
  summary: 'The signed-in tenant',
  tags,
  errors: ['not_found'],
  answer: z.object({ username: z.string(), fullname: z.string(), tenant_code: z.string(), email: z.string() }),
});

export const tenantEndpoints = { tenantLogin, refreshTenantToken, getTenantMe } as const;
