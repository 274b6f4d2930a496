import {
  ACTIVATION_ANSWER,
  ACTIVATION_DAYS,
  ACTIVATION_MOVES,
  type ActivationAcceptance,
  type ActivationStatus,
  activationList,
  type ListedActivation,
  type ListQuery,
  type NewActivation,
  normalizePhone,
  readTenantCode,
  tenantPasswordPath,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import { loginsOf, SETUP_CODE_HOURS, withdrawSetupCodeOf } from '#domains/identity';
import { queueSms, takeBackSms, wordsFor } from '#domains/messages';
import { readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { withIsoDates } from '#lib/iso-dates.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { pluck, presentOf } from '#lib/values.ts';
import { renewTenantCode } from '../tenants/change-tenant.ts';
import { lockLandTenant } from '../tenants/tenants.repo.ts';
import {
  type ActivationRow,
  activationById,
  activationSql,
  deleteActivationsBefore,
  insertActivation,
  isAskedAgain,
} from './activations.repo.ts';
import { matchesOf } from './match-tenants.ts';

type Row = Pick<ActivationRow, 'id' | 'status' | 'tenant_id' | 'way'> & { decided_at: Date | string | null };
/** The tenant whom a code is made for, and how it goes out. */
type Made = ActivationAcceptance | undefined;
type Change = StateChange<ActivationStatus, Row, Made>;

const set: NonNullable<Change['set']> = (_, { by, now, with: made }) => ({
  decided_at: now.toISOString(),
  decided_by: by?.accountId ?? null,
  ...{ tenant_id: made?.tenant_id ?? null, way: made?.way ?? null },
});
const needs = 'land.answer';
const refusalEnd = 'so it cannot be decided';

/** A request's life: `asked → accepted | refused`, each of which is taken back to `asked`. */
const CHANGES = {
  accept: { ...ACTIVATION_MOVES.accept, to: 'accepted', needs, action: 'activations.accept', refusalEnd, set },
  refuse: {
    ...{ ...ACTIVATION_MOVES.refuse, to: 'refused', needs, action: 'activations.refuse', refusalEnd, set },
    keepsReason: true,
  },
  undo: {
    ...{ ...ACTIVATION_MOVES.undo, to: 'asked', needs, action: 'activations.undo' },
    refusalEnd: 'so there is nothing to undo',
    set: () => ({ decided_at: null, decided_by: null, tenant_id: null, way: null }),
  },
} as const satisfies Record<string, Change>;

const activations: Stateful<ActivationStatus, Row, keyof typeof CHANGES, Made> = {
  table: 'activation_requests',
  columns: ['decided_at', 'tenant_id', 'way'],
  noun: 'request for a sign-in',
  nameOf: ({ id }) => `number ${id}`,
  became: { asked: 'is waiting', accepted: 'was accepted', refused: 'was refused' },
  changes: CHANGES,
  audit: auditAll,
};

/** Stores what a stranger asks for. Looks nothing up, so that the answer tells nothing. */
export const askForSignIn = async (tx: Tx, { body, now }: { body: NewActivation; now: Date }): Promise<string> => {
  const { tenant_code, indenture_number, name, mobile_number } = body;
  await insertActivation(tx, {
    ...{ tenant_code: readTenantCode(tenant_code) ?? '', indenture_number, name },
    mobile_number: normalizePhone(mobile_number) ?? mobile_number,
    asked_at: now,
  });
  return ACTIVATION_ANSWER;
};

export type ActivationDeps = { textsAreSent: boolean; linksTo: string | null };

/** The subject of the text with a tenant's setup code, by which it is withdrawn. */
const setupTextOf = (tenantCode: string): string => `Setup code, ${tenantCode}`;

type NewCode = { tenant_code: string; contact_number: string; code: string; linksTo: string | null; now: Date };

/** Texts a setup code to the number on record. */
const textCode = async (tx: Tx, { tenant_code, contact_number, code, linksTo, now }: NewCode): Promise<void> => {
  const { company_name: company } = await readSite(tx);
  const common = { company, tenant_code, hours: String(SETUP_CODE_HOURS) };
  const text =
    linksTo === null
      ? (await wordsFor(tx, 'tenant_code'))({ ...common, code })
      : (await wordsFor(tx, 'tenant_link'))({
          ...common,
          link: linksTo + tenantPasswordPath({ code, username: tenant_code }),
        });
  const subject = setupTextOf(tenant_code);
  await queueSms(tx, { to: contact_number, subject, text, hours: SETUP_CODE_HOURS, isCode: true }, now);
};

type Asked = { id: string; by: Caller; now: Date };

/**
 * Makes the setup code of a tenant whom the request names. The code is in the answer, or goes to
 * the number on record alone. Refused with 404 `not_found`, 409 `conflict` once it was decided, and
 * 422 `refused` for another tenant, or for a text where no service sends any.
 */
export const acceptActivation = async (
  tx: Tx,
  { id, body, by, now }: Asked & { body: ActivationAcceptance },
  { textsAreSent, linksTo }: ActivationDeps,
): Promise<{ message: string; setup_code: string | null }> => {
  if (body.way === 'texted' && !textsAreSent)
    throw new Refusal('refused', 'No service sends texts. Please show the code, and hand it over.');
  const request = existing(await activationById(tx, id), 'request for a sign-in');
  const [matches = []] = await matchesOf(tx, [request]);
  if (!matches.some(({ tenant_id }) => tenant_id === body.tenant_id))
    throw new Refusal('refused', 'The request names neither the code nor an indenture number of this tenant.');
  // The tenant before the request, as all decisions on tenants do.
  const { tenant_code, contact_number } = await lockLandTenant(tx, body.tenant_id);
  if (body.way === 'texted' && normalizePhone(contact_number) === null)
    throw new Refusal(
      'refused',
      'The number in the record is abroad, where no text goes. Please show the code instead.',
    );
  await transition(tx, activations, { ids: [id], change: 'accept', by, now, with: body });
  const { setup_code: code } = await renewTenantCode(tx, { id: body.tenant_id, by, now });
  if (body.way === 'shown')
    return { message: `${tenant_code} has a new setup code. It is shown once.`, setup_code: code };
  await textCode(tx, { tenant_code, contact_number, code, linksTo, now });
  return { message: `The setup code of ${tenant_code} goes to the number in the record.`, setup_code: null };
};

/** Refuses a request. Refused with 404 `not_found`, and 409 `conflict` once it was decided. */
export const refuseActivation = async (
  tx: Tx,
  { id, body: { reason }, by, now }: Asked & { body: { reason: string } },
): Promise<string> => {
  await transition(tx, activations, { ids: [id], change: 'refuse', by, now, reason });
  return 'The request is refused. It can be undone.';
};

/** Ends the code that an acceptance made, and its text; refused where the code is not there. */
const endCode = async (tx: Tx, { tenant_id, decided_at }: ActivationRow): Promise<void> => {
  if (tenant_id === null || decided_at === null) return;
  const { account_id, tenant_code, contact_number } = await lockLandTenant(tx, tenant_id);
  if (account_id === null || !(await withdrawSetupCodeOf(tx, account_id, decided_at)))
    throw new Refusal('conflict', 'Its code was used or replaced, or is too old, so there is nothing to undo.');
  await takeBackSms(tx, { to: contact_number, subjects: [setupTextOf(tenant_code)] });
};

/**
 * Takes a decision back. Refused with 404 `not_found`, and 409 `conflict` while it waits, where the
 * same person has asked again, and once the code was used.
 */
export const undoActivation = async (tx: Tx, { id, by, now }: Asked): Promise<string> => {
  const request = existing(await activationById(tx, id), 'request for a sign-in');
  if (request.status === 'accepted') await endCode(tx, request);
  if (request.status !== 'asked' && (await isAskedAgain(tx, id)))
    throw new Refusal('conflict', 'The same person has asked again since. Please decide on that request.');
  await transition(tx, activations, { ids: [id], change: 'undo', by, now });
  return 'The request waits again.';
};

const DAY_MS = 86_400_000;

/** Forgets requests 90 days after their decision or, while they wait, after they came. */
export const forgetActivations = (db: Db, now: Date): Promise<void> =>
  deleteActivationsBefore(db, new Date(now.getTime() - ACTIVATION_DAYS * DAY_MS));

/** Requests with the tenants that they may be of, and who decided. */
export const activationsSource: ListSource<ListQuery<typeof activationList>, ListedActivation> = listSource(
  activationList,
  activationSql,
  async (rows, db) => {
    const matches = await matchesOf(db, rows);
    const logins = await loginsOf(db, presentOf(pluck(rows, 'decided_by')));
    return rows.map(({ indenture_key: _, decided_by, ...row }, index) => ({
      ...withIsoDates(row),
      decided_by: decided_by === null ? '' : (logins.get(decided_by) ?? ''),
      matches: matches[index] ?? [],
    }));
  },
);
