import { z } from 'zod';
import { Done, endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { idParams } from '../common/ids.ts';
import { pageQuery } from '../common/paging.ts';
import { NewPassword, OwnSession, OwnSignIn } from './schemas.ts';
import { ChangedUser, OwnProfileChange, User } from './user-schemas.ts';

const tags = ['identity'];

export const listOwnSessions = endpoint({
  method: 'GET',
  url: '/auth/sessions',
  access: 'signed-in',
  schema: {
    summary: 'The devices on which the caller is signed in, the last used first',
    tags,
    querystring: z.strictObject(pageQuery),
    response: { 200: z.array(OwnSession), ...errorResponses },
  },
});

export const listOwnSignIns = endpoint({
  method: 'GET',
  url: '/auth/sign_ins',
  access: 'signed-in',
  errors: ['not_found'],
  schema: {
    summary: 'The last ten sign-ins to the caller’s account as staff, refused attempts too',
    tags,
    response: { 200: z.array(OwnSignIn), ...errorResponses },
  },
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  url: '/auth/sessions/:id',
  access: 'signed-in',
  schema: {
    summary: 'Sign out of one of the caller’s devices',
    tags,
    params: idParams,
    response: { 200: Done, ...errorResponses },
  },
});

export const logoutEverywhere = endpoint({
  method: 'POST',
  url: '/auth/logout_all',
  access: 'signed-in',
  beforeSecondFactor: true,
  cookie: true,
  schema: { summary: 'Sign out of all devices, this one too', tags, response: { 200: Done, ...errorResponses } },
});

export const changePassword = endpoint({
  method: 'POST',
  url: '/auth/change_password',
  access: 'signed-in',
  limits: [{ by: 'caller', max: 10, seconds: 60 }],
  errors: ['refused'],
  schema: {
    summary: 'Change one’s own password; other devices are signed out',
    tags,
    body: z.strictObject({ password: z.string().max(200), new_password: NewPassword }),
    response: { 200: z.object({ ...Done.shape, accessToken: z.string() }), ...errorResponses },
  },
});

export const getOwnProfile = endpoint({
  method: 'GET',
  url: '/auth/profile',
  access: 'signed-in',
  errors: ['not_found'],
  schema: { summary: 'One’s own record as a staff user', tags: ['users'], response: { 200: User, ...errorResponses } },
});

export const changeOwnProfile = endpoint({
  method: 'PATCH',
  url: '/auth/profile',
  access: 'signed-in',
  limits: [{ by: 'caller', max: 20, seconds: 60 }],
  errors: ['not_found', 'refused'],
  schema: {
    summary: 'Change one’s own names and contacts as a staff user',
    description: 'Another e-mail takes the password.',
    tags: ['users'],
    body: OwnProfileChange,
    response: { 200: ChangedUser, ...errorResponses },
  },
});

export const ownAccountEndpoints = {
  listOwnSessions,
  listOwnSignIns,
  endOwnSession,
  logoutEverywhere,
  changePassword,
  getOwnProfile,
  changeOwnProfile,
} as const;
