import { listOutbox, type OutboxMessage } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { answerList } from '#http/list.ts';
import type { ApiScope } from '#http/scope.ts';
import { type OutboxRow, pageOfOutbox } from './outbox.repo.ts';

/** A mail's text is nobody's but its reader's: an invitation in it would let staff become a higher rank. */
const textFor = ({ channel, body, expires_at }: OutboxRow, now: Date): string =>
  channel === 'sms' && expires_at > now ? body : '';

const present = (row: OutboxRow, now: Date): OutboxMessage => ({
  id: row.id,
  channel: row.channel,
  recipient: row.recipient,
  subject: row.subject,
  text: textFor(row, now),
  status: row.status,
  attempts: row.attempts,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
});

/** The outbox as staff see it. */
export const messageRoutes = (app: ApiScope, { db, now }: { db: Db; now: () => Date }): void => {
  app.route({
    ...listOutbox,
    handler: async ({ query }, reply) => {
      const { rows, count } = await pageOfOutbox(db, query);
      return answerList(reply, { rows: rows.map((row) => present(row, now())), count });
    },
  });
};
