import { type MESSAGE_STATUSES, type OutboxMessage, outboxList } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { type OutboxRow, outboxSql } from './outbox.repo.ts';

/** `textsAreSent`: true when a service sends text messages, so that staff need not read them. */
type Reading = { now: Date; textsAreSent: boolean };

/** The text that staff may read; never a mail's, whose invitation could raise the reader's rank. */
const textFor = ({ channel, body, expires_at }: OutboxRow, { now, textsAreSent }: Reading): string =>
  channel === 'sms' && !textsAreSent && expires_at > now ? body : '';

/** A message past its time counts as expired before the hourly job marks it. */
const statusOf = ({ status, expires_at }: OutboxRow, now: Date): OutboxRow['status'] =>
  status !== 'sent' && expires_at <= now ? 'expired' : status;

/** True if staff may retry a refused message, which keeps its words until it expires. */
export const maySendAgain = (row: Pick<OutboxRow, 'status' | 'error' | 'body' | 'expires_at'>, now: Date): boolean =>
  (row.status === 'waiting' || row.status === 'failed') && row.error !== '' && row.body !== '' && row.expires_at > now;

const present = (row: OutboxRow, reading: Reading): OutboxMessage => ({
  id: row.id,
  channel: row.channel,
  recipient: row.recipient,
  subject: row.subject,
  text: textFor(row, reading),
  status: statusOf(row, reading.now),
  attempts: row.attempts,
  error: row.error,
  service_id: row.service_id,
  next_attempt_at: statusOf(row, reading.now) === 'waiting' ? row.next_attempt_at.toISOString() : null,
  may_send_again: maySendAgain(row, reading.now),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
});

/** The messages of a channel as staff see them at a moment, the newest first. */
export const outboxSource = listSource<typeof outboxList, OutboxRow, Reading>(
  outboxList,
  outboxSql,
  (rows, _db, reading) => rows.map((row) => present(row, reading)),
);

type Status = (typeof MESSAGE_STATUSES)[number];
type Row = { id: string; status: Status; channel: 'mail' | 'sms'; error: string; body: string; expires_at: Date };

const NOT_NOW = 'This message was not refused, or is on its way: it goes out by itself.';
const EXPIRED = 'This message has expired and its words are removed. A code in it would not work any more.';

const again = (now: Date): StateChange<Status, Row> => ({
  from: ['failed', 'waiting'],
  to: 'waiting',
  needs: 'messages.change',
  action: 'messages.send_again',
  refusalEnd: 'so its words are removed',
  set: () => ({ next_attempt_at: now.toISOString() }),
  refuse: async (_, rows) => {
    const refused = rows.filter((row) => !maySendAgain(row, now));
    return new Map(refused.map((row) => [row, new Refusal('conflict', row.expires_at <= now ? EXPIRED : NOT_NOW)]));
  },
});

const NAMES = { sms: 'text message', mail: 'mail' } as const;

/** Logged by its number, since the log is permanent and may hold no addresses. */
const messages = (now: Date): Stateful<Status, Row, 'again'> => ({
  table: 'outbox_messages',
  columns: ['channel', 'error', 'body', 'expires_at'],
  noun: 'message',
  nameOf: ({ channel, id }) => `${id} (${NAMES[channel]})`,
  became: { waiting: 'waits', held: 'is held back', failed: 'failed', sent: 'was sent', expired: 'has expired' },
  changes: { again: again(now) },
  audit: auditAll,
});

/** Retries a refused message. Refused with 404, and 409 `conflict` without its words. */
export const sendAgain = async (tx: Tx, { id, by, now }: { id: string; by: Caller; now: Date }): Promise<string> => {
  await transition(tx, messages(now), { ids: [id], change: 'again', by, now });
  return 'The message is tried again within seconds.';
};
