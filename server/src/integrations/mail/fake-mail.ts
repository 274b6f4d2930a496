import type { Mail, MailMessage } from './open-mail.ts';

/** Mail that stays in memory, for tests. */
export const fakeMail = (): Mail & { sent: MailMessage[] } => {
  const sent: MailMessage[] = [];
  return {
    sent,
    send: async (message) => {
      sent.push(message);
      return undefined;
    },
  };
};
