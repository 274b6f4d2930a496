import { httpSms } from './http-sms.ts';
import type { Sms } from './sms.ts';

/** The text message service of the settings, or null while none is set up. */
export const openSms = ({
  SMS_URL,
  SMS_TOKEN,
}: {
  SMS_URL?: string | undefined;
  SMS_TOKEN?: string | undefined;
}): Sms | null => (SMS_URL !== undefined && SMS_TOKEN !== undefined ? httpSms(SMS_URL, SMS_TOKEN) : null);
