import { randomBytes } from 'node:crypto';
import type { NewSecondFactor } from '@banbo/contract';
import { qrModules } from '#domains/documents';
import { readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { lockAccount } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { deleteSessions } from '../sessions/sessions.repo.ts';
import { asOneself, auditOwn, giveRecoveryCodes, type Proof, staffUser, wrongCode } from './own-second-factor.ts';
import { confirmWaitingSecret, keepWaitingSecret, secondFactorOf } from './second-factor.repo.ts';
import { matchingStep, toBase32 } from './totp.ts';
import { sealSecret, unsealSecret } from './use-code.ts';

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
 * A secret for an authenticator app. It counts once `confirmSecondFactor` has seen a code; an app that is in use stays good
 * until then. Refused as `asOneself` refuses.
 */
export const startSecondFactor = (
  deps: IdentityDeps,
  caller: Caller,
  proof: Proof,
): Promise<Omit<NewSecondFactor, 'status' | 'message'>> =>
  asOneself(deps, caller, proof, async (tx, user) => {
    const bytes = randomBytes(SECRET_BYTES);
    const until = new Date(deps.now().getTime() + WAITING_MINUTES * MINUTE);
    await keepWaitingSecret(tx, { accountId: user.id, secret: sealSecret(deps.keys, user.id, bytes), until });
    const secret = toBase32(bytes);
    const link = linkOf((await readSite(tx)).company_name, user.login, secret);
    const qr = qrModules(link).map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
    return { secret: inGroups(secret), link, qr };
  });

/**
 * Takes the waiting app into use by its first code, and answers new recovery codes. The caller's other sessions end, since
 * they were opened without it. Refused with 404 `not_found` for members and tenants, and with 422 `refused`.
 */
export const confirmSecondFactor = async (deps: IdentityDeps, caller: Caller, code: string): Promise<string[]> => {
  const { id } = await staffUser(deps, caller);
  return deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, id);
    const now = deps.now();
    const { waiting_secret: waiting = null, waiting_until: until = null } = (await secondFactorOf(tx, id)) ?? {};
    if (waiting === null || until === null || until <= now) {
      throw wrongCode('That took too long. Please begin anew, with a new picture.');
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
