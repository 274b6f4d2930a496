import { fillWords, TEMPLATES, type TemplateKey, type TemplateValues, templateProblem } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { storedWords } from './templates.repo.ts';

/** Fills the words of a template with its values. */
export type Words<Key extends TemplateKey> = (values: TemplateValues<Key>) => string;

/**
 * The words that a text message has now: the company's own, or the built-in ones where there are none or they cannot be used, so
 * that no bad template ever keeps a registration or a payment from going through.
 */
export const wordsFor = async <Key extends TemplateKey>(db: Db, key: Key): Promise<Words<Key>> => {
  const own = await storedWords(db, key);
  const words = own !== undefined && templateProblem(key, own) === null ? own : TEMPLATES[key].words;
  return (values) => fillWords(key, words, values);
};

/** The built-in words of a template. */
export const builtInWords = <Key extends TemplateKey>(key: Key, values: TemplateValues<Key>): string =>
  fillWords(key, TEMPLATES[key].words, values);
