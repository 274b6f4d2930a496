/** `to` is a number in E.164 form. */
export type SmsMessage = { to: string; text: string };

/**
 * A text message service. `send` rejects when the service did not take the message. It gives
 * the service's own name for the message, where it has one.
 */
export type Sms = { send: (message: SmsMessage) => Promise<string | undefined> };
