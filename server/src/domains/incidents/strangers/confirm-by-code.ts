import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { keptRecord, mobilesOf } from '#domains/drivers';
import { queueTexts, wordsFor } from '#domains/messages';
import { readSite } from '#domains/site';
import { Refusal } from '#lib/refusal.ts';
import { secretDigest } from '#lib/sealed.ts';
import { lockIncident } from '../incidents.repo.ts';
import { knownWayOf } from '../raising/known-source.ts';
import { insertSteps, knowPhone, type PhoneCall, signalOfSecret, storeCode, tryCode } from '../raising/raising.repo.ts';
import { ringFirst } from '../shifts/ring.ts';

const CODE_MS = 15 * 60_000;
/** Hours for which the text message is worth sending. */
const TEXT_HOURS = 1;

/** Codes to one number in a day; those of one site's calls, and of all strangers', in an hour. */
export const CODE_LIMITS = {
  number: { name: 'codes of calls to a number', max: 3, seconds: 86_400 },
  site: { name: 'codes of calls of a site', max: 4, seconds: 3_600 },
  all: { name: 'codes of calls', max: 20, seconds: 3_600 },
} as const;

/** Counts a code to a number by `CODE_LIMITS`; false where one of them is full. */
export type CountCode = (tx: Tx, mobile: string, now: Date) => Promise<boolean>;

type Page = { secret: string };

const isStrangers = ({ known_by, source, ended_at }: PhoneCall): boolean =>
  known_by === null && source === 'member' && ended_at === null;

/** True of a stranger's open call that a code to the number in the record would make known. */
export const mayConfirm = async (db: Db, call: PhoneCall): Promise<boolean> =>
  isStrangers(call) &&
  call.driver_id !== null &&
  (await knownWayOf(db, call.driver_id, { isOwnNumber: true })) !== null;

/** A code for comparison: six digits are guessed from a plain hash, but not beside the secret. */
const codeHash = ({ secret }: Page, code: string): Buffer => secretDigest(`${secret} ${code}`);

/**
 * Texts a code for a stranger's call to the number in the record. Refused with 409 `conflict` where
 * the call needs or can have none, or where so many were texted.
 */
export const textCode = async (tx: Tx, page: Page, { countCode, now }: { countCode: CountCode; now: Date }) => {
  const call = await signalOfSecret(tx, secretDigest(page.secret));
  const record = call?.driver_id && (await mayConfirm(tx, call)) ? await keptRecord(tx, call.driver_id) : null;
  const [owner] = record === null ? [] : await mobilesOf(tx, [record]);
  if (!call || !owner) throw new Refusal('conflict', 'No code can be texted for this call.');
  if (!(await countCode(tx, owner.mobile_number, now)))
    throw new Refusal('conflict', 'No more codes can be texted for now. Your call rings all the same.');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await storeCode(tx, call.id, { hash: codeHash(page, code), until: new Date(now.getTime() + CODE_MS) });
  const { company_name: company } = await readSite(tx);
  const text = (await wordsFor(tx, 'call_code'))({ company, code, minutes: String(CODE_MS / 60_000) });
  await queueTexts(tx, [{ to: owner.mobile_number, text, hours: TEXT_HOURS }], now, { isUrgent: true });
};

/**
 * Makes a stranger's call known by the code that was texted; it leaves the queue and rings anew.
 * Refused with 401 `wrong_credentials` for a wrong or old code: each try counts, and five use a
 * code up.
 */
export const confirmByCode = async (db: Db, page: Page & { code: string }, now: Date): Promise<void> => {
  const isKnown = await db.transaction().execute(async (tx) => {
    const secretHash = secretDigest(page.secret);
    const call = await signalOfSecret(tx, secretHash);
    // The incident first, as everywhere.
    const incident = call && (await lockIncident(tx, call.incident_id));
    const hash = call && isStrangers(call) ? await tryCode(tx, call.id, now) : null;
    if (!incident || hash === null || !timingSafeEqual(hash, codeHash(page, page.code))) return false;
    const wasStrangers = await knowPhone(tx, secretHash, 'code');
    const words = 'The caller is known by a code that was texted to the number in the record.';
    await insertSteps(tx, [{ incident_id: incident.id, at: now, what: 'note', words }]);
    if (wasStrangers) await ringFirst(tx, [incident], now);
    return true;
  });
  if (!isKnown)
    throw new Refusal('wrong_credentials', 'This is not the code of the newest text message, or it is too old.');
};
