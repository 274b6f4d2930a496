import { z } from 'zod';
import { CarNumber } from '../common/car-number.ts';
import { Done, endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { NewPassword, Session, SignInAnswer } from './schemas.ts';

const tags = ['members'];

export const memberLogin = endpoint({
  method: 'POST',
  url: '/auth/member_login',
  access: 'public',
  cookie: true,
  limits: [
    { by: 'address', max: 60, seconds: 60 },
    { by: 'address', max: 1000, seconds: 3600 },
  ],
  errors: ['missing_credentials', 'wrong_credentials', 'account_blocked'],
  schema: {
    summary: 'Sign in as a member',
    tags,
    body: z.strictObject({
      car_number: z.string().max(20),
      driver_code: z.string().max(20),
      password: z.string().max(200),
      /** 'Remember me': the refresh cookie outlives the browser. */
      persist: z.boolean().optional(),
    }),
    response: { 200: SignInAnswer, ...errorResponses },
  },
});

export const setMemberPassword = endpoint({
  method: 'POST',
  url: '/auth/set_member_password',
  access: 'public',
  limits: [
    { by: 'address', max: 60, seconds: 60 },
    { by: 'address', max: 600, seconds: 3600 },
  ],
  errors: ['refused'],
  schema: {
    summary: 'Set a member’s first or forgotten password with a code',
    description: 'The code is the registration’s, or one that was sent to the member’s mobile.',
    tags,
    body: z.strictObject({
      car_number: CarNumber,
      setup_code: z.string().min(1, 'Please enter the code.').max(100),
      password: NewPassword,
    }),
    response: { 200: Done, ...errorResponses },
  },
});

export const forgotMemberPassword = endpoint({
  method: 'POST',
  url: '/auth/forgot_member_password',
  access: 'public',
  limits: [
    { by: { body: 'car_number', as: 'car', each: 'address' }, max: 10, seconds: 86_400 },
    { by: 'address', max: 30, seconds: 600 },
    { by: 'address', max: 300, seconds: 86_400, shared: true },
  ],
  schema: {
    summary: 'Send a code for a new password to the member’s mobile',
    description:
      'The answer is the same whether or not the car is registered. Where nothing sends texts, it says whom to ask.',
    tags,
    body: z.strictObject({ car_number: z.string().max(20) }),
    response: {
      200: z.object({
        ...Done.shape,
        /**
         * True when the code comes by text message, false when the office gives it; the same for every car, registered
         * or not.
         */
        texted: z.boolean(),
      }),
      ...errorResponses,
    },
  },
});

export const refreshMemberToken = endpoint({
  method: 'GET',
  url: '/token/member_refresh_token',
  access: 'public',
  cookie: 'member',
  errors: ['session_ended'],
  schema: {
    summary: 'A new access token for a member’s refresh cookie',
    tags,
    response: { 200: Session, ...errorResponses },
  },
});

export const memberEndpoints = { memberLogin, setMemberPassword, forgotMemberPassword, refreshMemberToken } as const;
