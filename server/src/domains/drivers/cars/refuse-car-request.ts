import { formatPhone } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { queueSms, wordsFor } from '#domains/messages';
import { readSite } from '#domains/site';
import type { Author } from '#lib/caller.ts';
import { currentCarOf, personOfRequest } from './car-requests.repo.ts';
import { refuseRequest } from './decide-car-request.ts';
import { refusalText } from './refusal-text.ts';

/** As long as the answer is news to the member. */
const HOURS = 72;

type Refused = { id: string; reason: string };

/** Texts the person, if they are still a member: another one may have the number of a removed record. True where it did. */
const textReason = async (tx: Tx, { id, reason }: Refused, now: Date): Promise<boolean> => {
  const request = await personOfRequest(tx, id);
  const member = request && (await currentCarOf(tx, request.person_id));
  if (!member) return false;
  const { company_name: company, mobile_numbers } = await readSite(tx);
  const words = await wordsFor(tx, 'car_refused');
  const text = refusalText({ company, reason, phone: formatPhone(mobile_numbers[0] ?? '') }, words);
  await queueSms(tx, { to: member.mobile_number, text, hours: HOURS, canWait: true }, now);
  return true;
};

/**
 * Refuses a member's request for another car with a reason, which the member reads on their page and, where texts are sent, in
 * a text message: true where one was queued. Refused with 404 `not_found`, with 409 `conflict` once it was decided, and with 400
 * `invalid_input` for a reason that is too long to be texted.
 */
export const refuseCarRequest = async (
  tx: Tx,
  { id, reason }: Refused,
  { by, now, textsAreSent }: { by: Author; now: Date; textsAreSent: boolean },
): Promise<boolean> => {
  await refuseRequest(tx, id, reason, { by, now });
  return textsAreSent && (await textReason(tx, { id, reason }, now));
};
