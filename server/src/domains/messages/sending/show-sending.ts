import type { Sending, Stopped, TextsHeld } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Directories } from '../contact/contact-changes.ts';
import { countDueTexts, type Share } from '../outbox/outbox.repo.ts';
import { limitOfRow, stopsChannel, type Texting, textsToday } from '../outbox/sms-ceiling.ts';
import { countHeldWelcomes, readRow, type SendingRow } from './sending.repo.ts';

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

/** The used-up shares of the day's texts. */
const usedUpOf = ({ codes, others }: Record<Share, number>): Share[] => [
  ...(codes === 0 ? (['codes'] as const) : []),
  ...(others === 0 ? (['others'] as const) : []),
];

/** For staff: texts that a stop, the day's limit or unusually many registrations hold back. */
export const textsHeld = async (db: Db, { texting, staff, now }: Reading): Promise<TextsHeld> => {
  const row = await readRow(db);
  const per_day = limitOfRow(row, texting.textsPerDay);
  const stopped = await stoppedOf(db, row, staff);
  if (!texting.textsAreSent) return { held: 0, used_up: null, welcomes: 0, per_day, stopped };
  const usedUp = usedUpOf(await textsToday(db, per_day, now));
  const waiting: Share[] = stopsChannel(row, 'sms') ? ['codes', 'others'] : usedUp;
  return {
    held: await countDueTexts(db, waiting, now),
    used_up: usedUp.length === 2 ? 'all' : (usedUp[0] ?? null),
    welcomes: await countHeldWelcomes(db, now),
    per_day,
    stopped,
  };
};

/** All that staff see of sending. */
export const showSending = async (
  db: Db,
  { mailsAreSent, ...reading }: Reading & { mailsAreSent: boolean },
): Promise<Sending> => ({
  ...(await textsHeld(db, reading)),
  sent_today: (await textsToday(db, reading.texting.textsPerDay, reading.now)).sent,
  own_limit: (await readRow(db)).texts_per_day,
  ceiling: reading.texting.textsPerDay,
  texts_are_sent: reading.texting.textsAreSent,
  mails_are_sent: mailsAreSent,
});
