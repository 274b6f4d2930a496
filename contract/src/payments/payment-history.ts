import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { Id } from '../common/ids.ts';
import { PayingDriver, PaymentDetails } from './payment-record.ts';

const tags = ['payments'];

/** The driver, removed or not, whose history of payments is asked for. */
export const getPayingDriver = endpoint('GET /payments/drivers/:driver_code', 'payments.read', {
  summary: 'The driver of a code, for the history of their payments',
  tags,
  params: z.strictObject({ driver_code: z.string().max(40) }),
  answer: PayingDriver,
});

export const getPayment = endpoint('GET /payments/:id', 'payments.read', {
  summary: 'One payment with all that staff see of it',
  tags,
  params: z.strictObject({ id: Id }),
  answer: PaymentDetails,
});
