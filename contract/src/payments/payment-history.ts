import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Id } from '../common/ids.ts';
import { PayingDriver, PaymentDetails } from './payment-record.ts';

const tags = ['payments'];

/** The driver, removed or not, whose history of payments is asked for. */
export const getPayingDriver = endpoint({
  method: 'GET',
  url: '/payments/drivers/:driver_code',
  access: 'payments.read',
  schema: {
    summary: 'The driver of a code, for the history of their payments',
    tags,
    params: z.strictObject({ driver_code: z.string().max(40) }),
    response: { 200: PayingDriver, ...errorResponses },
  },
});

export const getPayment = endpoint({
  method: 'GET',
  url: '/payments/:id',
  access: 'payments.read',
  schema: {
    summary: 'One payment with all that staff see of it',
    tags,
    params: z.strictObject({ id: Id }),
    response: { 200: PaymentDetails, ...errorResponses },
  },
});
