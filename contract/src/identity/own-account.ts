import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { pageQuery } from '../common/lists/define-list.ts';
import { NewPassword, OwnSession, OwnSignIn } from './schemas.ts';
import { ChangedUser, OwnProfileChange, User } from './users.ts';

const endpoint = endpointsOf('identity');

export const listOwnSessions = endpoint('GET /auth/sessions', 'signed-in', {
  summary: 'The devices on which the caller is signed in, the last used first',
  query: z.strictObject(pageQuery),
  answer: z.array(OwnSession),
});

export const listOwnSignIns = endpoint('GET /auth/sign_ins', 'signed-in', {
  summary: 'The last ten sign-ins to the caller’s account as staff, refused attempts too',
  errors: ['not_found'],
  answer: z.array(OwnSignIn),
});

export const endOwnSession = endpoint('DELETE /auth/sessions/:id', 'signed-in', {
  summary: 'Sign out of one of the caller’s devices',
});

export const logoutEverywhere = endpoint('POST /auth/logout_all', 'signed-in', {
  summary: 'Sign out of all devices, this one too',
  beforeSecondFactor: true,
  cookie: true,
});

export const changePassword = endpoint('POST /auth/change_password', 'signed-in', {
  summary: 'Change one’s own password; other devices are signed out',
  limits: [{ by: 'caller', max: 10, seconds: 60 }],
  errors: ['refused'],
  body: z.strictObject({ password: z.string().max(200), new_password: NewPassword }),
  answer: z.object({ ...Done.shape, accessToken: z.string() }),
});

export const getOwnProfile = endpoint('GET /auth/profile', 'signed-in', {
  summary: 'One’s own record as a staff user',
  tags: ['users'],
  errors: ['not_found'],
  answer: User,
});

export const changeOwnProfile = endpoint('PATCH /auth/profile', 'signed-in', {
  summary: 'Change one’s own names and contacts as a staff user',
  description: 'Another e-mail takes the password.',
  tags: ['users'],
  limits: [{ by: 'caller', max: 20, seconds: 60 }],
  errors: ['not_found', 'refused'],
  body: OwnProfileChange,
  answer: ChangedUser,
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
