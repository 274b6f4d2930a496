import { holds, outranks, type Permission, type Role } from '@banbo/contract';
import { type SignedIn, useSession } from './session-store.ts';

export type Ability = {
  can: (permission: Permission) => boolean;
  /** True when the person's role outranks this one, as acting on its holders requires. */
  isAbove: (other: Role) => boolean;
};

/** The ability of a person; a stranger's (null) allows nothing. */
export const abilityOf = (person: Pick<SignedIn, 'role' | 'permissions'> | null): Ability => ({
  can: (permission) => person !== null && holds(person, permission),
  isAbove: (other) => person !== null && outranks(person.role, other),
});

/** The signed-in person's ability, for hiding actions that the server would refuse. */
export const useAbility = (): Ability => abilityOf(useSession());
