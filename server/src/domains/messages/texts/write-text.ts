import {
  firstWords,
  maskPhone,
  normalizePhone,
  staffText,
  type TextDesk,
  tooLongToSend,
  type WrittenText,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import type { Directories } from '../contact/contact-changes.ts';
import { queueSms } from '../outbox/queue-message.ts';
import { type Texting, textingNow } from '../outbox/sms-ceiling.ts';
import { type AnswerFields, usualAnswers } from '../templates/message-words.ts';

/** A text is worth sending for days, should the service be away. */
const HOURS = 7 * 24;

type Reading = Texting & { answerFields: () => Promise<AnswerFields> };

/** Whether a text that is written now is sent, and the company's usual answers. */
export const textDesk = async (db: Db, { answerFields, ...texting }: Reading, now: Date): Promise<TextDesk> => ({
  texting: await textingNow(db, texting, 'others', now),
  usual_answers: await usualAnswers(db, await answerFields()),
});

type Asked = { body: WrittenText; by: Caller; now: Date };

/** Clearance stands above this domain, so `server/src/app.ts` hands in its cases. */
export type TextedCases = {
  /** The payment or money of a case. Refused with 403 `not_permitted` and 404 `not_found`. */
  caseOfText: (
    tx: Tx,
    caseId: string,
    by: Caller,
  ) => Promise<{ kind: 'payment' | 'transfer'; id: string; name: string }>;
};

type Deps = Pick<Directories, 'driversNamed'> &
  TextedCases & { textsAreSent: boolean; answerFields: () => Promise<AnswerFields> };

/** The current driver whom the text is for; refused where the number is not theirs any more. */
const driverOfText = async (tx: Tx, id: string, number: string | null, { driversNamed }: Deps) => {
  const driver = existing((await driversNamed(tx, [id])).get(id), 'driver');
  // Their number may be somebody else's by now; erasing their data leaves it alone from then on.
  if (driver.is_removed) {
    throw new Refusal('conflict', `${driver.driver_code} was removed, so no text goes to this driver. Please call.`);
  }
  if (driver.mobile_number === number) return driver;
  throw new Refusal(
    'conflict',
    `${driver.driver_code} has another mobile number now. Please look at the driver again.`,
  );
};

/** A usual answer by its name; other words by the first of them, as the history has them. */
const wordsInHistory = async (tx: Tx, text: string, { answerFields }: Deps) => {
  const usual = (await usualAnswers(tx, await answerFields())).find((answer) => answer.text.trim() === text);
  return usual ? { usual_answer: usual.label } : { first_words: firstWords(text) };
};

/** Notes a text in the history of its case (docs/product/clearance.md, rule 65). */
const noteOnCase = async (tx: Tx, { body, by, now }: Asked, to: string, deps: Deps): Promise<void> => {
  if (body.case_id === undefined) return;
  const subject = await deps.caseOfText(tx, body.case_id, by);
  const after = { texted_to: maskPhone(to), ...(await wordsInHistory(tx, body.text, deps)) };
  await audit(tx, by, { action: `${subject.kind}s.text` as const, subject, after }, now);
};

/**
 * Puts words of staff into the outbox, and says so. The log keeps who wrote to which driver, and of
 * a case the first words. Refused with 403 `not_permitted`, 404 `not_found`, 409 `conflict`, and
 * 422 `refused`.
 */
export const writeText = async (tx: Tx, { body, by, now }: Asked, company: string, deps: Deps): Promise<string> => {
  if (!deps.textsAreSent) {
    throw new Refusal('refused', 'No service sends text messages. Please write from your own phone.');
  }
  const to = normalizePhone(body.mobile_number) ?? body.mobile_number;
  const text = staffText(company, body.text);
  const tooLong = tooLongToSend(text);
  if (tooLong !== null) throw refusalAt('refused', 'text', tooLong);
  const driver = body.driver_id === undefined ? null : await driverOfText(tx, body.driver_id, to, deps);
  const id = await queueSms(tx, { to, text, hours: HOURS }, now);
  if (id === null) throw new Refusal('refused', 'This number got too many texts lately. Please call.');
  const written = { kind: 'message', id, name: 'a text message' };
  const subject = driver && body.driver_id ? { kind: 'driver', id: body.driver_id, name: driver.driver_code } : written;
  await audit(tx, by, { action: 'messages.write', subject }, now);
  await noteOnCase(tx, { body, by, now }, to, deps);
  return 'The text is in the outbox.';
};
