import type { Sms, SmsMessage } from './sms.ts';

/** Text messages that stay in memory, for tests. */
export const fakeSms = (): Sms & { sent: SmsMessage[] } => {
  const sent: SmsMessage[] = [];
  return {
    sent,
    send: async (message) => {
      sent.push(message);
      return undefined;
    },
  };
};
