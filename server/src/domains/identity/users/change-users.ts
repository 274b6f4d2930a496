import { normalizePhone, type StaffRole, type UserChange } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import type { IdentityDeps } from '../deps.ts';
import { deleteSetupCodes } from '../passwords/setup-codes.repo.ts';
import { deleteSecondFactor } from '../second-factor/second-factor.repo.ts';
import { deleteSessions } from '../sessions/sessions.repo.ts';
import { forgetOrigins } from '../sign-in/known-origin.ts';
import { deleteViewsOf } from '../views/views.repo.ts';
import { actOnUser, actOnUserIn } from './act-on-user.ts';
import { clearCounters, updateProfile, updateRoleOrStatus } from './change-users.repo.ts';
import { asTaken, mayAssign } from './create-user.ts';
import { type Invitation, invite } from './invite.ts';
import type { User } from './users.repo.ts';

/** The given fields alone, in their stored form. */
const given = ({ mobile_number, ...change }: UserChange) => {
  const fields = { ...change, mobile_number: mobile_number && normalizePhone(mobile_number) };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
};

type Done = Promise<{ user: User }>;

export const applyProfile = async (tx: Tx, id: string, change: UserChange): Promise<void> => {
  const profile = given(change);
  if (Object.keys(profile).length === 0) return;
  try {
    await updateProfile(tx, id, profile);
  } catch (error) {
    throw asTaken(error);
  }
};

/** Changes names and contacts. Refused as `actOnUser` refuses, and with 409 `conflict` for another user's e-mail. */
export const changeUser = (deps: IdentityDeps, caller: Caller, id: string, change: UserChange): Done =>
  actOnUser(deps, caller, {
    id,
    action: 'users.change',
    work: (tx) => applyProfile(tx, id, change),
    unlessSame: true,
  });

/**
 * Gives another role, which must also be below the caller's own. It holds from the user's next call on. An open
 * invitation ends with the old role: its author may have no higher rank than the new one.
 */
export const changeUserRole = async (deps: IdentityDeps, caller: Caller, id: string, role: StaffRole): Done => {
  mayAssign(caller, role);
  return actOnUser(deps, caller, {
    id,
    action: 'users.change_role',
    work: async (tx) => {
      await updateRoleOrStatus(tx, id, { role });
      await deleteSetupCodes(tx, id);
    },
  });
};

/** Shuts the user out at once: ends sessions and codes. */
export const blockUser = (deps: IdentityDeps, caller: Caller, id: string): Done =>
  actOnUser(deps, caller, {
    id,
    action: 'users.block',
    work: async (tx) => {
      await updateRoleOrStatus(tx, id, { status: 'blocked' });
      await deleteSessions(tx, id);
      await deleteSetupCodes(tx, id);
    },
  });

/** Lets a user in again, after a block by staff or by wrong passwords. */
export const unblockUser = (deps: IdentityDeps, caller: Caller, id: string): Done =>
  actOnUser(deps, caller, {
    id,
    action: 'users.unblock',
    work: async (tx) => {
      await updateRoleOrStatus(tx, id, { status: 'active' });
      await clearCounters(tx, id);
    },
  });

/** Resets the count of wrong passwords; a block by staff stays. */
export const resetUser = (deps: IdentityDeps, caller: Caller, id: string): Done =>
  actOnUser(deps, caller, { id, action: 'users.reset', work: (tx) => clearCounters(tx, id) });

/** A new invitation, for a code that expired or a password that was forgotten, which stays good until a new one is set. */
export const inviteUser = async (tx: Tx, deps: IdentityDeps, caller: Caller, id: string): Promise<Invitation> => {
  const work = (_tx: Tx, user: User) => invite(tx, deps, user);
  return (await actOnUserIn(tx, deps, caller, { id, action: 'users.invite', work })).result;
};

/** Deletes the user. The account stays, since past changes refer to it, but nothing can sign in to it. */
export const deleteUser = (deps: IdentityDeps, caller: Caller, id: string): Done =>
  actOnUser(deps, caller, {
    id,
    action: 'users.delete',
    work: async (tx) => {
      await updateRoleOrStatus(tx, id, { status: 'deleted', password_hash: null });
      await updateProfile(tx, id, { email: '' });
      await deleteSessions(tx, id);
      await deleteSetupCodes(tx, id);
      await forgetOrigins(tx, id);
      await deleteViewsOf(tx, id);
      await deleteSecondFactor(tx, id);
    },
  });
