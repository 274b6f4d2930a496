import {
  DEFAULT_PERMISSIONS,
  FIXED_PERMISSION,
  outranks,
  PERMISSION_LABELS,
  PERMISSIONS,
  type Permission,
  permissionInWords,
  RoleChange,
  type StaffRole,
  seesApprovals,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { askApproval, defineApproval, noteLostPermissions, refuseWhileWaiting } from '#domains/approvals';
import { audit } from '#domains/audit';
import type { Author, Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { findAuthor } from '../accounts/accounts.ts';
import { staffDirectory } from '../users/read-users.ts';
import { staffWithPassword } from '../users/users.repo.ts';
import { changeableBy, permissionsNow, ROLE_CHANGE } from './role-permissions.ts';
import { type ChangeableRole, lockRoles, storeDifferences } from './roles.repo.ts';

type Asked = { role: StaffRole; body: RoleChange; by: Caller; now: Date };
type Altered = readonly (readonly [Permission, boolean])[];

const refuse = (message: string): Refusal => new Refusal('not_permitted', message);

const refuseOwnRank = (by: Author, role: StaffRole): ChangeableRole => {
  if (role !== 'SuperAdmin' && outranks(by.role, role)) return role;
  throw refuse('You can only change what roles below your own may do.');
};

/**
 * Refuses changes that are not the giver's to make, by what the giver may do now: a withdrawal that
 * came just before counts.
 */
const refuseBeyond = async (tx: Tx, { role, body, by }: Omit<Asked, 'by' | 'now'> & { by: Author }): Promise<void> => {
  const giver = { role: by.role, permissions: await permissionsNow(tx, by.role) };
  const asked = [...body.granted, ...body.withdrawn];
  if (asked.includes(FIXED_PERMISSION)) {
    throw new Refusal('refused', 'Every staff role keeps the dashboard, which opens after signing in.');
  }
  if (body.withdrawn.includes('approvals.read') && seesApprovals(await permissionsNow(tx, role))) {
    const message = 'A role with permissions that need two people sees approvals. Please withdraw those first.';
    throw new Refusal('refused', message);
  }
  const changeable = changeableBy(giver, role);
  const beyond = asked.find((permission) => !changeable.includes(permission));
  if (beyond)
    throw refuse(`You can only grant and withdraw what you hold yourself, not ‘${permissionInWords(beyond)}’.`);
};

/** The permissions that the change alters, each with whether the role has it afterwards. */
const alteredBy = ({ granted, withdrawn }: Pick<RoleChange, 'granted' | 'withdrawn'>, held: readonly Permission[]) =>
  PERMISSIONS.filter((one) => (held.includes(one) ? withdrawn : granted).includes(one)).map(
    (one) => [one, granted.includes(one)] as const,
  );

type Change = {
  role: ChangeableRole;
  altered: Altered;
  reason: string;
  askedBy: Pick<Author, 'accountId' | 'login'>;
  by: Author;
  now: Date;
};

/** Stores the change and writes it to the log, with what the role could do before and after. */
const store = async (tx: Tx, { role, altered, reason, askedBy, by, now }: Change): Promise<void> => {
  if (altered.length === 0) return;
  const isDefault = (one: Permission, is: boolean) => DEFAULT_PERMISSIONS[role].includes(one) === is;
  await storeDifferences(tx, role, new Map(altered.map(([one, is]) => [one, isDefault(one, is) ? null : is])));
  const lost = altered.filter(([, is]) => !is).map(([one]) => one);
  if (lost.length > 0 && (await staffWithPassword(tx, [role])).length > 0)
    await noteLostPermissions(tx, { by: { ...by, accountId: askedBy.accountId }, lost }, now);
  const subject = { kind: 'role', id: role, name: role };
  const before = Object.fromEntries(altered.map(([one, is]) => [one, !is]));
  const asked = askedBy.accountId === by.accountId ? {} : { asked_by: askedBy.login };
  const after = { ...Object.fromEntries(altered), reason, ...asked };
  await audit(tx, by, { action: 'roles.change_permissions', subject, before, after }, now);
};

const CHANGED = 'The permissions are changed. They apply from the next step of everybody with this role.';
const SAME = 'already has these permissions.';

/** Applies what a second person approved, by what the asker may give now. */
export const roleChange = defineApproval({
  kind: ROLE_CHANGE,
  input: RoleChange,
  apply: async (tx, { input, subjectId, askedBy, by, now }) => {
    const asker = await findAuthor(tx, askedBy.accountId, now);
    if (!asker) throw new Refusal('conflict', `The user ${askedBy.login}, who asked for this, was blocked or deleted.`);
    const author = { ...asker, requestId: by.requestId };
    const role = refuseOwnRank(author, subjectId as StaffRole);
    await lockRoles(tx);
    await refuseBeyond(tx, { role, body: input, by: author });
    const altered = alteredBy(input, await permissionsNow(tx, role));
    await store(tx, { role, altered, reason: input.reason, askedBy, by, now });
    return { message: altered.length === 0 ? `${role} ${SAME}` : CHANGED };
  },
});

const needsTwo = (permission: Permission): boolean => PERMISSION_LABELS[permission].needsTwo === true;

const inWords = (altered: Altered) =>
  altered.map(([one, is]) => ({
    field: permissionInWords(one),
    before: is ? 'no' : 'yes',
    after: is ? 'yes' : 'no',
  }));

/**
 * Grants and withdraws permissions of a role, from its people's next call on. Those that need two
 * people wait for an approval. Refused with 403 `not_permitted` beyond what the giver holds and for
 * a role not below their own, with 422 `refused` for a permission that the role has to keep, and
 * with 409 `conflict` while such a change of the role waits.
 */
export const changeRolePermissions = async (tx: Tx, asked: Asked): Promise<string> => {
  const { body, by, now } = asked;
  const role = refuseOwnRank(by, asked.role);
  if ([...body.granted, ...body.withdrawn].some(needsTwo)) await refuseWhileWaiting(tx, ROLE_CHANGE, role);
  await lockRoles(tx);
  await refuseBeyond(tx, asked);
  const altered = alteredBy(body, await permissionsNow(tx, role));
  if (altered.length === 0) return `${role} ${SAME}`;
  const atOnce = altered.filter(([one]) => !needsTwo(one));
  const waiting = altered.filter(([one]) => needsTwo(one));
  await store(tx, { role, altered: atOnce, reason: body.reason, askedBy: by, by, now });
  if (waiting.length === 0) return CHANGED;
  const isAsked = (given: readonly Permission[]) => given.filter((one) => waiting.some(([name]) => name === one));
  const input = { ...body, granted: isAsked(body.granted), withdrawn: isAsked(body.withdrawn) };
  const subject = { id: role, name: `the role ${role}` };
  const change = { subject, input, changes: inWords(waiting), reason: body.reason, by, now };
  const { state, message } = await askApproval(tx, roleChange, change, staffDirectory);
  if (state === 'approved') return message;
  const rest = 'waits until somebody else has approved it.';
  return atOnce.length === 0 ? `The change of ${subject.name} ${rest}` : `A part is changed now. The rest ${rest}`;
};
