/** Removes all but word characters from a number, spaces included. */
export const cleanNumber = (input: string): string => input.replace(/[^\w\s]/g, '').replace(/\s/g, '');

/** The address that opens the chat service with a number and a text; it needs the country code. */
export const chatAddress = ({ mobileNumber, message }: { mobileNumber: string; message: string }): string =>
  `https://web.whatsapp.com/send?phone=${cleanNumber(mobileNumber)}&text=${encodeURIComponent(message)}&app_absent=0`;
