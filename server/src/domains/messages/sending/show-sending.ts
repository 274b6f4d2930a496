import type { Sending, Stopped, TextsHeld } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Directories } from '../contact/directories.ts';
import { countDueTexts } from '../outbox/sms-ceiling.repo.ts';
import { type Texting, textsToday } from '../outbox/sms-ceiling.ts';
import { readRow, type SendingRow } from './sending.repo.ts';
import { limitOf, stops } from './stops.ts';

type Reading = { texting: Texting; staff: Directories['staff']; now: Date };

const stoppedOf = async (db: Db, row: SendingRow, staff: Directories['staff']): Promise<Stopped | null> => {
  const { status, status_reason, stopped_by, stopped_at } = row;
  if (status === 'running' || stopped_by === null || stopped_at === null) return null;
  return {
    what: status === 'all_stopped' ? 'all' : 'texts',
    by: (await staff.named(db, [stopped_by])).get(stopped_by)?.username ?? '',
    at: stopped_at.toISOString(),
    reason: status_reason ?? '',
  };
};

/** The number of text messages that wait because they are stopped or today's are used up, for staff. */
export const textsHeld = async (db: Db, { texting, staff, now }: Reading): Promise<TextsHeld> => {
  const row = await readRow(db);
  const per_day = limitOf(row, texting.textsPerDay);
  const isHeld = texting.textsAreSent && (stops(row, 'sms') || (await textsToday(db, now)) >= per_day);
  return { held: isHeld ? await countDueTexts(db, now) : 0, per_day, stopped: await stoppedOf(db, row, staff) };
};

/** All that staff see of sending. */
export const showSending = async (
  db: Db,
  { mailsAreSent, ...reading }: Reading & { mailsAreSent: boolean },
): Promise<Sending> => ({
  ...(await textsHeld(db, reading)),
  sent_today: await textsToday(db, reading.now),
  own_limit: (await readRow(db)).texts_per_day,
  ceiling: reading.texting.textsPerDay,
  texts_are_sent: reading.texting.textsAreSent,
  mails_are_sent: mailsAreSent,
});
