import type { OwnSignIn } from '@banbo/contract';
import { lastEntries } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import type { IdentityDeps } from '../deps.ts';
import { SIGN_IN } from '../sign-in/note-sign-in.ts';
import { ownProfile } from './own-profile.ts';

const SHOWN = 10;

/** The last sign-ins to the caller's account, the newest first. Refused as `ownProfile`. */
export const ownSignIns = async (deps: IdentityDeps, caller: Caller): Promise<OwnSignIn[]> => {
  const { id: accountId } = await ownProfile(deps, caller);
  const entries = await lastEntries(deps.db, { kind: SIGN_IN, id: accountId, size: SHOWN });
  return entries.map(({ id, at, action, after }) => {
    const { how, why, address = '' } = (after ?? {}) as { how?: string; why?: string; address?: string };
    return { id, at: at.toISOString(), accepted: action === 'sign_in.accept', note: how ?? why ?? '', address };
  });
};
