import type { OutboxMessage, Page } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type Channel, type OutboxRow, pageOfOutbox } from './outbox.repo.ts';

/** `textsAreSent`: a service sends text messages, so that no person needs to read them. */
type Reading = { now: Date; textsAreSent: boolean };

/** A mail's text is nobody's but its reader's: an invitation in it would let staff become a higher rank. */
const textFor = ({ channel, body, expires_at }: OutboxRow, { now, textsAreSent }: Reading): string =>
  channel === 'sms' && !textsAreSent && expires_at > now ? body : '';

/** A message past its time has expired, though the hourly job has not noted it yet. */
const statusOf = ({ status, expires_at }: OutboxRow, now: Date): OutboxRow['status'] =>
  status !== 'sent' && expires_at <= now ? 'expired' : status;

const present = (row: OutboxRow, reading: Reading): OutboxMessage => ({
  id: row.id,
  channel: row.channel,
  recipient: row.recipient,
  subject: row.subject,
  text: textFor(row, reading),
  status: statusOf(row, reading.now),
  attempts: row.attempts,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
});

/** A page of a channel's messages as staff see them, the newest first, with the count as far as it is counted. */
export const listOutbox = async (
  db: Db,
  query: Page & { channel: Channel },
  reading: Reading,
): Promise<{ rows: OutboxMessage[]; count: number }> => {
  const { rows, count } = await pageOfOutbox(db, query);
  return { rows: rows.map((row) => present(row, reading)), count };
};
