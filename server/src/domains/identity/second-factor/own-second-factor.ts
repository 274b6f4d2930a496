import { randomBytes } from 'node:crypto';
import type { AuditAction, NewSecondFactor, OwnSecondFactor } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { qrModules } from '#domains/documents';
import { readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { lockAccount } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { type OwnPassword, proveOwnPassword } from '../passwords/set-password.ts';
import { deleteSessions } from '../sessions/sessions.repo.ts';
import { staffUser } from '../users/read-users.ts';
import type { UserRow } from '../users/users.repo.ts';
import {
  confirmWaitingSecret,
  countRecoveryCodes,
  deleteSecondFactor,
  isRequiredOf,
  keepWaitingSecret,
  replaceRecoveryCodes,
  secondFactorOf,
} from './second-factor.repo.ts';
import {
  countOwnCodeAttempt,
  hashRecoveryCode,
  matchingStep,
  newRecoveryCodes,
  sealSecret,
  toBase32,
  unsealSecret,
  useCode,
} from './use-code.ts';

/** A refusal at the field `code`. */
export const wrongCode = (message = 'This code is wrong or was used before. Please wait for the next one.'): Refusal =>
  refusalAt('refused', 'code', message);

export const auditOwn = (tx: Tx, deps: IdentityDeps, caller: Caller, action: AuditAction): Promise<void> => {
  const subject = { kind: 'user', id: caller.accountId, name: caller.login };
  return audit(tx, caller, { action, subject }, deps.now());
};

export const showSecondFactor = async (deps: IdentityDeps, caller: Caller): Promise<OwnSecondFactor> => {
  const { id, role } = await staffUser(deps.db, caller);
  const factor = await secondFactorOf(deps.db, id);
  return {
    since: factor?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: await countRecoveryCodes(deps.db, id),
    is_required: await isRequiredOf(deps.db, role),
  };
};

/** New recovery codes in place of the account's former ones; only this answer shows them. */
export const giveRecoveryCodes = async (tx: Tx, { keys }: IdentityDeps, accountId: string): Promise<string[]> => {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(keys, accountId, code));
  await replaceRecoveryCodes(tx, accountId, hashes);
  return codes;
};

export type Proof = OwnPassword & { code: string | undefined };

/**
 * Runs `work` after the caller gives their password again, and a code if they have a second factor.
 * Wrong ones count as at sign-in. Refused with 404 `not_found` for members and tenants, and with
 * 422 `refused`.
 */
export const withOwnProof = async <T>(
  deps: IdentityDeps,
  caller: Caller,
  { code, ...own }: Proof,
  work: (tx: Tx, user: UserRow) => Promise<T>,
): Promise<T> => {
  const user = await staffUser(deps.db, caller);
  const proved = await deps.passwords.withSlot((slot) => proveOwnPassword(deps, slot, caller, own), {
    account: user.id,
  });
  if (user.has_second_factor && code === undefined) throw wrongCode('Please enter a code of the app that you use now.');
  const counter = { accountId: user.id, deviceHash: proved.deviceHash };
  const codes = user.has_second_factor ? await countOwnCodeAttempt(deps, counter) : null;
  const done = await deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, user.id);
    await proved.clear(tx);
    if (codes && (await useCode(tx, deps, user.id, code ?? '')) === null) return null;
    await codes?.clear(tx);
    return { of: await work(tx, user) };
  });
  if (!done) throw wrongCode();
  return done.of;
};

/** New recovery codes. */
export const renewCodes = async (deps: IdentityDeps, caller: Caller, proof: Proof): Promise<string[]> => {
  const { has_second_factor } = await staffUser(deps.db, caller);
  if (!has_second_factor) throw new Refusal('refused', 'You have no second factor yet.');
  return withOwnProof(deps, caller, proof, async (tx, user) => {
    await auditOwn(tx, deps, caller, 'users.renew_recovery_codes');
    return giveRecoveryCodes(tx, deps, user.id);
  });
};

/** Signs the caller in by password alone from now on. Refused if the role needs a second factor. */
export const giveUpSecondFactor = async (deps: IdentityDeps, caller: Caller, proof: Proof): Promise<void> => {
  const { role } = await staffUser(deps.db, caller);
  if (await isRequiredOf(deps.db, role)) {
    throw new Refusal('refused', 'Your role needs a second factor. You can put another phone in its place.');
  }
  await withOwnProof(deps, caller, proof, async (tx, user) => {
    if (await deleteSecondFactor(tx, user.id)) await auditOwn(tx, deps, caller, 'users.remove_second_factor');
  });
};

/** RFC 4226 asks for 160 bits. */
const SECRET_BYTES = 20;
/** Minutes within which a new app must give its first code. */
const WAITING_MINUTES = 15;
const MINUTE = 60_000;

const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');

const linkOf = (company: string, username: string, secret: string): string => {
  const issuer = encodeURIComponent(company);
  const query = `secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=6&period=30`;
  return `otpauth://totp/${issuer}:${encodeURIComponent(username)}?${query}`;
};

/**
 * A secret for an authenticator app. It counts once `confirmSecondFactor` has seen a code; an app
 * that is in use stays good until then. Refused as `withOwnProof` refuses.
 */
export const startSecondFactor = (
  deps: IdentityDeps,
  caller: Caller,
  proof: Proof,
): Promise<Omit<NewSecondFactor, 'status' | 'message'>> =>
  withOwnProof(deps, caller, proof, async (tx, user) => {
    const bytes = randomBytes(SECRET_BYTES);
    const until = new Date(deps.now().getTime() + WAITING_MINUTES * MINUTE);
    await keepWaitingSecret(tx, { accountId: user.id, secret: sealSecret(deps.keys, user.id, bytes), until });
    const secret = toBase32(bytes);
    const link = linkOf((await readSite(tx)).company_name, user.login, secret);
    const qr = qrModules(link).map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
    return { secret: inGroups(secret), link, qr };
  });

/**
 * Takes the waiting app into use by its first code, and answers new recovery codes. The caller's
 * other sessions end, since they were opened without it. Refused with 404 `not_found` for members
 * and tenants, and with 422 `refused`.
 */
export const confirmSecondFactor = async (deps: IdentityDeps, caller: Caller, code: string): Promise<string[]> => {
  const { id } = await staffUser(deps.db, caller);
  return deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, id);
    const now = deps.now();
    const { waiting_secret: waiting = null, waiting_until: until = null } = (await secondFactorOf(tx, id)) ?? {};
    if (waiting === null || until === null || until <= now) {
      throw wrongCode('That took too long. Please start again, with a new picture.');
    }
    const secret = unsealSecret(deps.keys, id, waiting);
    const step = secret && matchingStep(secret, code, now);
    if (step === null)
      throw wrongCode('This code is wrong. Please wait for the next one, and check the phone’s clock.');
    await confirmWaitingSecret(tx, { accountId: id, secret: waiting, step, now });
    await deleteSessions(tx, id, caller.sessionId);
    await auditOwn(tx, deps, caller, 'users.set_up_second_factor');
    return giveRecoveryCodes(tx, deps, id);
  });
};
