import { normalizePhone, staffText, type TextDesk, tooLongToSend, type WrittenText } from '@banbo/contract';
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
type Deps = Pick<Directories, 'driversNamed'> & { textsAreSent: boolean };

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

/**
 * Puts words of staff into the outbox, and says so. The log keeps who wrote to which driver, and
 * not the words. Refused with 404 `not_found`, 409 `conflict`, and 422 `refused`.
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
  return 'The text is in the outbox.';
};
