import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { perMinute } from '../common/limits.ts';

const endpoint = endpointsOf('incidents');

/** The first words of a text message that calls for help. */
export const CALLING_WORDS = ['SOS', 'HELP', 'EMERGENCY'] as const;

/** True of a text message that begins with one of the words, however it is written. */
export const callsForHelp = (text: string): boolean =>
  (CALLING_WORDS as readonly string[]).includes(
    text
      .trim()
      .match(/^[a-z]+/i)?.[0]
      .toUpperCase() ?? '',
  );

export const takeText = endpoint('POST /sos/text', 'public', {
  summary: 'A text message to the company’s number, as its gateway delivers it',
  description:
    `One that begins with ${CALLING_WORDS.join(', ')} calls for help; every other is answered and left alone. The gateway ` +
    'sends the secret of the setting SMS_IN_SECRET as `x-sms-secret`. Without that setting, 404. A message that is ' +
    'delivered again joins what it has raised.',
  limits: perMinute({ caller: 1_200, address: 1_200 }),
  errors: ['missing_credentials', 'wrong_credentials', 'not_found'],
  body: z.object({
    /** The sender, in any usual spelling. */
    from: z.string().trim().min(1).max(40),
    text: z.string().max(1_600),
  }),
  answer: Done.extend({ is_call: z.boolean() }),
});

export const textCallEndpoints = { takeText } as const;
