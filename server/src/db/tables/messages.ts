import type { Generated } from 'kysely';

export type MessageTables = {
  outbox_messages: {
    id: Generated<string>;
    channel: 'mail' | 'sms';
    /** An e-mail address, or a phone number in E.164 form. */
    recipient: string;
    subject: Generated<string>;
    /** Empty once the message is sent or has expired. */
    body: string;
    status: Generated<'waiting' | 'sent' | 'failed' | 'expired'>;
    attempts: Generated<number>;
    next_attempt_at: Date;
    error: Generated<string>;
    created_at: Date;
    expires_at: Date;
    sent_at: Date | null;
    /** 0 for codes and receipts, 1 for texts that can wait. */
    priority: Generated<number>;
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
  };
};
