export type MailMessage = { to: string; subject: string; text: string };

/** A mail service. `send` rejects when the service did not take the message. */
export type Mail = { send: (message: MailMessage) => Promise<void> };
