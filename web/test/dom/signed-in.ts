import { defaultRights, type OfficeRole, type StaffRights } from '@banbo/contract';
import { setSession } from '~/lib/session/session-store.ts';

/** Signs the tab in as staff of a role, or of one with other permissions than it has by default. */
export const signInAs = (given: OfficeRole | StaffRights): void => {
  const { role, permissions } = typeof given === 'string' ? defaultRights(given) : given;
  const names = { username: role, fullname: role, email: '', driverCode: '' };
  setSession({
    ...names,
    kind: 'staff',
    role,
    permissions,
    user: '7',
    accessToken: 'token',
    expiresAt: Number.POSITIVE_INFINITY,
  });
};
