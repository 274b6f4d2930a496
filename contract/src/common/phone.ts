import { z } from 'zod';
import { normalizePhone } from './formats.ts';

/** MTN, Telecel and AirtelTigo. 023 is disputed; refusing it could keep a person out. */
const MOBILE = /^\+233(?:2[03-7]|5[03-79])\d{7}$/;

/** A number of Ghana's mobile networks, in any usual spelling: 02x or 05x, no landline and no 0900. */
export const isMobileNumber = (typed: string): boolean => MOBILE.test(normalizePhone(typed) ?? '');

/** A Ghana mobile number in any usual spelling. Store `normalizePhone` of it. What is stored already is not checked by this. */
export const Phone = z
  .string()
  .max(24)
  .refine((typed) => normalizePhone(typed) !== null, {
    error: 'Give a Ghana phone number, like 024 123 4567.',
    abort: true,
  })
  .refine(isMobileNumber, 'Give a mobile number of MTN, Telecel or AirtelTigo, like 024 123 4567.');
