import { today } from '../common/calendar.ts';

export const GENDERS = ['Male', 'Female'] as const;
export const MARITAL_STATUSES = ['Single', 'Married', 'Divorced', 'Separated', 'Widowed', 'Prefer Not to Say'] as const;

/** A photo's largest size in bytes, and the types taken. */
export const MAX_PHOTO_BYTES = 2_000_000;
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;
export const MAX_PHOTO_PIXELS = 24_000_000;

/** True after the last day that a document is valid; false without such a day. */
export const isExpired = (expiry: string): boolean => expiry !== '' && expiry < today();
