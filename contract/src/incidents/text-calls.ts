import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { unlessOdd } from '../common/fields.ts';
import { perMinute } from '../common/limits.ts';
import { anyQuery } from './sos.ts';

const endpoint = endpointsOf('incidents');

/** Words of a text message that call for help, beside those of the settings. */
export const CALLING_WORDS = ['SOS', 'HELP', 'EMERGENCY'] as const;

const textOrNumber = z.union([z.string(), z.number()]);

export const takeText = endpoint('POST /sos/text', 'public', {
  summary: 'A text message to the company’s number, as its gateway delivers it',
  description:
    `One from a driver’s number that has ${CALLING_WORDS.join(', ')} or another calling word of the settings anywhere ` +
    'calls for help, and any other of a driver’s reaches the office; one from another number calls where it begins ' +
    'with such a word. The gateway sends the secret of the setting SMS_IN_SECRET as `x-sms-secret`. Without that ' +
    'setting, 404. A message that is delivered again joins what it has raised.',
  limits: perMinute({ caller: 1_200, address: 1_200 }),
  errors: ['missing_credentials', 'wrong_credentials', 'not_found'],
  query: anyQuery,
  body: z.object({
    /** The sender, in any usual spelling; a gateway may send it as a number. */
    from: unlessOdd(textOrNumber),
    /** Read up to 1,600 characters. */
    text: unlessOdd(textOrNumber),
  }),
  answer: Done.extend({ is_call: z.boolean() }),
});

export const textCallEndpoints = { takeText } as const;
