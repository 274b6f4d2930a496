/** SPEC §9: a message's greatest length, and how long an error is shown, in milliseconds. */
export const MAX_LENGTH = 100;
export const ERROR_SHOWN_MS = 3000;

export type ChatMessage = { mobileNumber: string; message: string };

/** Removes what is neither a word character nor a space, then the spaces (SPEC §5, Messaging). */
export const cleanNumber = (typed: string): string => typed.replace(/[^\w\s]/g, '').replace(/\s/g, '');

/** What keeps the message from being sent, by field (SPEC §5, Messaging). */
export const checkChat = ({ mobileNumber, message }: ChatMessage): Record<string, string> => ({
  ...(cleanNumber(mobileNumber) === '' && { mobileNumber: 'Mobile number cannot be empty!' }),
  ...(message.trim() === '' && { message: 'Message cannot be empty!' }),
});

/** Above 99 characters the field says so (SPEC §5, Messaging). */
export const lengthError = (message: string): string | undefined =>
  message.length >= MAX_LENGTH ? 'Max length exceeded' : undefined;

/** True for a number without the country code, which the chat service does not know. */
export const lacksCountryCode = (mobileNumber: string): boolean => /^0[1-9]/.test(cleanNumber(mobileNumber));

/** The chat service's address that opens with the message typed in (SPEC §7.2). */
export const chatAddress = ({ mobileNumber, message }: ChatMessage): string =>
  `https://web.whatsapp.com/send?phone=${cleanNumber(mobileNumber)}&text=${encodeURIComponent(message)}&app_absent=0`;
