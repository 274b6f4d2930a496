import { randomInt } from 'node:crypto';
import type { ContactMessage } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { insertContactMessage } from './contact.repo.ts';

/** Letters and digits that sound and look different from each other, for the telephone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRTVWXYZ';
const LENGTH = 6;
const ATTEMPTS = 5;

/** A random reference, which does not reveal the number of messages. */
const newReference = (): string =>
  `CM-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

/** Stores a visitor's message and answers its reference, `CM-7K3Q9T`. */
export const leaveContactMessage = async (db: Db, message: ContactMessage, now: Date): Promise<string> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const reference = newReference();
    if (await insertContactMessage(db, { ...message, reference, received_at: now })) return reference;
  }
  throw new Error('No reference was free');
};
