import type { Mail } from './mail.ts';
import { smtpMail } from './smtp-mail.ts';

/** The mail service of the settings, or null while none is set up. */
export const openMail = ({
  SMTP_URL,
  MAIL_FROM,
}: {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
}): Mail | null => (SMTP_URL !== undefined && MAIL_FROM !== undefined ? smtpMail(SMTP_URL, MAIL_FROM) : null);
