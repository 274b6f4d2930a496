/** A message's greatest length in characters; below, how long an error shows, in milliseconds. */
export const MAX_LENGTH = 100;
export const ERROR_SHOWN_MS = 3000;

export type ChatMessage = { mobileNumber: string; message: string };

/** Removes all but word characters from a number, spaces included. */
export const cleanNumber = (input: string): string => input.replace(/[^\w\s]/g, '').replace(/\s/g, '');

/** The problems that keep the message from being sent, by field. */
export const checkChat = ({ mobileNumber, message }: ChatMessage): Record<string, string> => ({
  ...(cleanNumber(mobileNumber) === '' && { mobileNumber: 'Mobile number cannot be empty!' }),
  ...(message.trim() === '' && { message: 'Message cannot be empty!' }),
});

/** The field's error above 99 characters. */
export const lengthError = (message: string): string | undefined =>
  message.length >= MAX_LENGTH ? 'Max length exceeded' : undefined;

/** True for a number without the country code, which the chat service does not know. */
export const lacksCountryCode = (mobileNumber: string): boolean => /^0[1-9]/.test(cleanNumber(mobileNumber));

/** The chat service's address that opens with the message filled in. */
export const chatAddress = ({ mobileNumber, message }: ChatMessage): string =>
  `https://web.whatsapp.com/send?phone=${cleanNumber(mobileNumber)}&text=${encodeURIComponent(message)}&app_absent=0`;
