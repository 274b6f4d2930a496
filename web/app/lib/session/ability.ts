import { holds, outranks, type Permission, type Role } from '@banbo/contract';
import { useSession } from './session-store.ts';

export type Ability = {
  can: (permission: Permission) => boolean;
  /** True when the person's role outranks this one, as acting on its holders requires. */
  isAbove: (other: Role) => boolean;
};

/** The ability of a role; a stranger's (undefined) allows nothing. */
export const abilityOf = (role: Role | undefined): Ability => ({
  can: (permission) => role !== undefined && holds(role, permission),
  isAbove: (other) => role !== undefined && outranks(role, other),
});

/** The signed-in person's ability, for hiding actions that the server would refuse. */
export const useAbility = (): Ability => abilityOf(useSession()?.role);
