import type { ContactStatus } from '@banbo/contract';
import type { ColumnType, Generated } from 'kysely';

export type MessageTables = {
  outbox_messages: {
    id: Generated<string>;
    channel: 'mail' | 'sms';
    /** An e-mail address, or a phone number in E.164 form. */
    recipient: string;
    subject: Generated<string>;
    /** Empty once the message is sent or has expired. */
    body: string;
    status: Generated<'waiting' | 'held' | 'sent' | 'failed' | 'expired'>;
    attempts: Generated<number>;
    next_attempt_at: Date;
    error: Generated<string>;
    created_at: Date;
    expires_at: Date;
    sent_at: Date | null;
    /** 0 for mail and codes of people who are known, 1 for other texts, 2 for those that can wait. */
    priority: Generated<number>;
    /** The service's own name for a message that it took. */
    service_id: Generated<string>;
    status_reason: ColumnType<string | null, never, never>;
    /** The driver whose first payment sends a welcome that is held. */
    held_for: ColumnType<string | null, string | null | undefined, never>;
  };
  /** The company's own words of text messages. */
  message_templates: { key: string; words: string; changed_by: string; changed_at: Date };
  /** One row. `texts_per_day` is null where the server's limit holds. */
  message_sending: {
    id: ColumnType<string, never, never>;
    status: SendingStatus;
    status_reason: string | null;
    stopped_by: string | null;
    stopped_at: Date | null;
    texts_per_day: number | null;
    /** The day for which staff let welcomes go. */
    welcomes_released_on: string | null;
  };
  contact_messages: {
    id: Generated<string>;
    /** The reference that the sender quotes: `CM-` and six characters. */
    reference: string;
    name: string;
    email: string;
    subject: string;
    message: string;
    received_at: Date;
    status: Generated<ContactStatus>;
    status_reason: ColumnType<string | null, never, string | null>;
    /** Of spam: the state that undoing it goes back to. */
    status_before: ColumnType<'new' | 'assigned' | 'replied' | null, never, never>;
    assigned_to: ColumnType<string | null, never, never>;
    assigned_at: ColumnType<Date | null, never, never>;
    replied_at: ColumnType<Date | null, never, never>;
    closed_at: ColumnType<Date | null, never, never>;
    driver_id: ColumnType<string | null, never, string | null>;
    /** 0 for new messages, and more the less they wait for somebody. */
    state_rank: ColumnType<number, never, never>;
  };
  contact_entries: {
    id: Generated<string>;
    message_id: string;
    kind: 'reply' | 'answered' | 'note';
    body: string;
    written_by: string;
    written_at: Date;
    /** The mail of a reply, while the outbox has it. */
    outbox_id: string | null;
  };
};

export type SendingStatus = 'running' | 'texts_stopped' | 'all_stopped';
