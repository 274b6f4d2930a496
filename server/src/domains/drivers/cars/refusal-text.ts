import { smsLength, smsParts, TEMPLATES, type TemplateValues } from '@banbo/contract';
import { builtInWords, type Words } from '#domains/messages';
import { Refusal } from '#lib/refusal.ts';

const { parts: MOST } = TEMPLATES.car_refused;

/** The network counts all of a text by its one character outside GSM's alphabet, so that one may be all there is to mend. */
const tooLong = (parts: number, reason: string): Refusal => {
  const { outside } = smsLength(reason);
  const mend = outside === null ? 'Please shorten it.' : `Please shorten it, or write it without “${outside}”.`;
  const message = `With this reason the member’s text takes ${parts} text messages, and may take ${MOST}. ${mend}`;
  return new Refusal('invalid_input', message, { issues: [{ path: 'body.reason', message }] });
};

/**
 * The text that tells a member why a car was refused: in the company's words, or in the built-in ones where only these leave
 * room for the reason. Refused with 400 `invalid_input` for a reason that takes more text messages than the template may.
 */
export const refusalText = (values: TemplateValues<'car_refused'>, words: Words<'car_refused'>): string => {
  const builtIn = builtInWords('car_refused', values);
  const text = [words(values), builtIn].find((one) => smsParts(one) <= MOST);
  if (text === undefined) throw tooLong(smsParts(builtIn), values.reason);
  return text;
};
