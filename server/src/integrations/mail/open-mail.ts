import { createTransport } from 'nodemailer';

export type MailMessage = { to: string; subject: string; text: string };

/** A mail service. `send` gives the service's id of the message, and rejects if refused. */
export type Mail = { send: (message: MailMessage) => Promise<string | undefined> };

const TIMEOUT_MS = 20_000;

/** Mail through the SMTP server of a URL like `smtps://user:password@mail.example.com`. */
export const smtpMail = (url: string, from: string): Mail => {
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  // Addresses are user input: they must not make the library read a file or fetch an address.
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true }, { from });
  return {
    send: async ({ to, subject, text }) => {
      const { messageId } = await transport.sendMail({ to: { name: '', address: to }, subject, text });
      return messageId;
    },
  };
};

/** The mail service of the settings, or null while none is set up. */
export const openMail = ({
  SMTP_URL,
  MAIL_FROM,
}: {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
}): Mail | null => (SMTP_URL !== undefined && MAIL_FROM !== undefined ? smtpMail(SMTP_URL, MAIL_FROM) : null);

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
