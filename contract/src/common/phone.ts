import { z } from 'zod';
import { normalizePhone } from './formats.ts';

/** MTN, Telecel and AirtelTigo. Sources disagree on 023; refusing it could keep a person out. */
const MOBILE = /^\+233(?:2[03-7]|5[03-79])\d{7}$/;

/** A number of Ghana's mobile networks, in any usual spelling: 02x or 05x, no landline and no 0900. */
export const isMobileNumber = (input: string): boolean => MOBILE.test(normalizePhone(input) ?? '');

/** A Ghana mobile number in any usual spelling. Store `normalizePhone` of it. Stored numbers are not checked again. */
export const Phone = z
  .string()
  .max(24)
  .refine((input) => normalizePhone(input) !== null, {
    error: 'Give a Ghana phone number, like 024 123 4567.',
    abort: true,
  })
  .refine(isMobileNumber, 'Give a mobile number of MTN, Telecel or AirtelTigo, like 024 123 4567.');
