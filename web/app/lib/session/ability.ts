import { holds, outranks, type Permission, type Role } from '@banbo/contract';
import { useSession } from './session-store.ts';

export type Ability = {
  /** True when the person's role holds the permission. */
  can: (permission: Permission) => boolean;
  /** True when the person stands above this role, which acting on its holders takes. */
  isAbove: (other: Role) => boolean;
};

/** The ability of a role; that of a stranger, who has none, holds nothing and stands above nobody. */
export const abilityOf = (role: Role | undefined): Ability => ({
  can: (permission) => role !== undefined && holds(role, permission),
  isAbove: (other) => role !== undefined && outranks(role, other),
});

/** The signed-in person's ability. The server decides in the end; this only spares people what it would refuse. */
export const useAbility = (): Ability => abilityOf(useSession()?.role);
