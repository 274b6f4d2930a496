import type { ContactMessage } from '@banbo/contract';

const MISSING: Record<keyof ContactMessage, string> = {
  name: 'Please enter your name.',
  email: 'Please enter your email.',
  subject: 'Please enter the subject.',
  message: 'Please enter your message.',
};

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The missing fields with their messages; empty when the message can be sent. The server has the last word. */
export const checkContact = (message: ContactMessage): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const [field, sentence] of Object.entries(MISSING)) {
    if (message[field as keyof ContactMessage].trim() === '') found[field] = sentence;
  }
  if (!found.email && !LOOKS_LIKE_EMAIL.test(message.email.trim())) {
    found.email = 'Give an e-mail address, like name@example.com.';
  }
  return found;
};
