import type { StaffRole } from '@banbo/contract';
import { setSession } from '~/lib/session/session-store.ts';

/** Signs the tab in as staff of a role. */
export const signInAs = (role: StaffRole): void => {
  const names = { username: role, fullname: role, email: '', driverCode: '' };
  setSession({ ...names, kind: 'staff', role, user: '7', accessToken: 'token', expiresAt: Number.POSITIVE_INFINITY });
};
