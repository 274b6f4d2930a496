import { z } from 'zod';
import { CarNumber } from '../common/car-number.ts';
import { Done, endpoint } from '../common/endpoint.ts';
import { Session, SignInAnswer } from './schemas.ts';
import { passwordByCodeEndpoint, signInEndpoint } from './sign-in-endpoint.ts';

const tags = ['members'];

export const memberLogin = signInEndpoint({
  url: '/auth/member_login',
  tag: 'members',
  summary: 'Sign in as a member',
  credentials: { car_number: z.string().max(20), driver_code: z.string().max(20) },
  answer: SignInAnswer,
});

export const setMemberPassword = passwordByCodeEndpoint({
  url: '/auth/set_member_password',
  tag: 'members',
  summary: 'Set a member’s first or forgotten password with a code',
  description: 'The code is the registration’s, or one that was sent to the member’s mobile.',
  credentials: { car_number: CarNumber, setup_code: z.string().min(1, 'Please enter the code.').max(100) },
});

export const forgotMemberPassword = endpoint('POST /auth/forgot_member_password', 'public', {
  summary: 'Send a code for a new password to the member’s mobile',
  description:
    'The answer is the same whether or not the car is registered. Where nothing sends texts, it says whom to ask.',
  tags,
  limits: [
    { by: { body: 'car_number', as: 'car', each: 'address' }, max: 10, seconds: 86_400 },
    { by: 'address', max: 30, seconds: 600 },
    { by: 'address', max: 300, seconds: 86_400, shared: true },
  ],
  body: z.strictObject({ car_number: z.string().max(20) }),
  answer: z.object({
    ...Done.shape,
    /**
     * True when the code comes by text message, false when the office gives it; the same for every car, registered
     * or not.
     */
    texted: z.boolean(),
  }),
});

export const refreshMemberToken = endpoint('GET /token/member_refresh_token', 'public', {
  summary: 'A new access token for a member’s refresh cookie',
  tags,
  cookie: 'member',
  errors: ['session_ended'],
  answer: Session,
});

export const memberEndpoints = { memberLogin, setMemberPassword, forgotMemberPassword, refreshMemberToken } as const;
