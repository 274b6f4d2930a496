import { type ListQuery, type OutboxMessage, outboxList } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { type OutboxRow, outboxSql } from './outbox.repo.ts';

/** `textsAreSent`: true when a service sends text messages, so that staff need not read them. */
type Reading = { now: Date; textsAreSent: boolean };

/** The text that staff may read; never a mail's, since an invitation in it would let staff become a higher rank. */
const textFor = ({ channel, body, expires_at }: OutboxRow, { now, textsAreSent }: Reading): string =>
  channel === 'sms' && !textsAreSent && expires_at > now ? body : '';

/** A message past its time counts as expired before the hourly job marks it. */
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

/** The messages of a channel as staff see them, the newest first. */
export const outboxSource = (reading: () => Reading): ListSource<ListQuery<typeof outboxList>, OutboxMessage> =>
  listSource(outboxList, outboxSql, (rows) => rows.map((row) => present(row, reading())));
