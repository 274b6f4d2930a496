import type { MESSAGE_STATUSES } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { maySendAgain } from './list-outbox.ts';

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

/** Known by its number, since the log is kept for good and may hold nobody's address. */
const messages = (now: Date): Stateful<Status, Row, 'again'> => ({
  table: 'outbox_messages',
  columns: ['channel', 'error', 'body', 'expires_at'],
  noun: 'message',
  nameOf: ({ channel, id }) => `${id} (${NAMES[channel]})`,
  became: { waiting: 'waits', held: 'is held back', failed: 'failed', sent: 'was sent', expired: 'has expired' },
  changes: { again: again(now) },
  audit: auditAll,
});

/** Has a refused message tried at once. Refused with 404 `not_found`, and 409 `conflict` once its words are removed. */
export const sendAgain = async (tx: Tx, { id, by, now }: { id: string; by: Caller; now: Date }): Promise<string> => {
  await transition(tx, messages(now), { ids: [id], change: 'again', by, now });
  return 'The message is tried again within seconds.';
};
