export type MailMessage = { to: string; subject: string; text: string };

/**
 * A mail service. `send` rejects when the service did not take the message. It gives
 * the service's own name for the message, where it has one.
 */
export type Mail = { send: (message: MailMessage) => Promise<string | undefined> };
