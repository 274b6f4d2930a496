import { exampleValues, smsParts, type TemplateKey } from '@banbo/contract';
import type { Words } from '../templates/message-words.ts';

/** A name cut to what the template's check allows for it, at the end of a word if there is one. */
export const shortCompany = (name: string, template: TemplateKey): string => {
  const longest = (exampleValues(template) as { company?: string }).company?.length ?? 0;
  if (name.length <= longest) return name;
  const cut = name.slice(0, longest + 1);
  return cut.slice(0, cut.includes(' ') ? cut.lastIndexOf(' ') : longest);
};

/** The words with their values, shortened step by step until they fit one text message. */
export const fitOneText = <Key extends TemplateKey>(
  words: Words<Key>,
  values: Parameters<Words<Key>>[0],
  shorter: readonly Partial<Parameters<Words<Key>>[0]>[],
): string => {
  let present = values;
  for (const step of shorter) {
    if (smsParts(words(present)) === 1) break;
    present = { ...present, ...step };
  }
  return words(present);
};
