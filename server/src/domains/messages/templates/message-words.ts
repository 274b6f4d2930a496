import {
  type ContactRecord,
  exampleValues,
  fillTemplate,
  fillWords,
  type MessageTemplate,
  smsParts,
  TEMPLATE_KEYS,
  TEMPLATES,
  type TemplateKey,
  type TemplateValues,
  templateOf,
  templateProblem,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { waitingOfKinds } from '#domains/approvals';
import { pluck } from '#lib/values.ts';
import type { Directories } from '../contact/contact-changes.ts';
import { allStoredWords, storedWords } from '../outbox/outbox.repo.ts';
import { wordsChange } from './change-words.ts';

/** Fills the words of a template with its values. */
export type Words<Key extends TemplateKey> = (values: TemplateValues<Key>) => string;

const presentWords = (key: TemplateKey, own: string | undefined): string =>
  own !== undefined && templateProblem(key, own) === null ? own : TEMPLATES[key].words;

/**
 * The present words of a text message: the company's own, or the built-in ones if there are none or
 * they are unusable, so that no bad template stops a registration or a payment.
 */
export const wordsFor = async <Key extends TemplateKey>(db: Db, key: Key): Promise<Words<Key>> => {
  const words = presentWords(key, await storedWords(db, key));
  return (values) => fillWords(key, words, values);
};

/** The built-in words of a template. */
export const builtInWords = <Key extends TemplateKey>(key: Key, values: TemplateValues<Key>): string =>
  fillWords(key, TEMPLATES[key].words, values);

const ANSWERS = ['answer_call', 'answer_pay', 'answer_found', 'answer_id', 'answer_office'] as const;

/** The values of the fields of usual answers. */
export type AnswerFields = TemplateValues<(typeof ANSWERS)[number]>;

/**
 * The usual answers to contact messages in the company's words, without those that would name an
 * account that is not there.
 */
export const usualAnswers = async (db: Db, fields: AnswerFields): Promise<ContactRecord['usual_answers']> => {
  const stored = new Map((await allStoredWords(db)).map(({ key, words }) => [key, words]));
  const offered = ANSWERS.filter((key) => key !== 'answer_pay' || fields.pay_to !== '');
  return offered.map((key) => ({
    label: TEMPLATES[key].label,
    text: fillTemplate(presentWords(key, stored.get(key)), fields),
  }));
};

/** Every template with the company's words; `knowsLinks` if the server knows its own address. */
export const listTemplates = async (
  db: Db,
  { staff, knowsLinks }: { staff: Directories['staff']; knowsLinks: boolean },
): Promise<MessageTemplate[]> => {
  const rows = await allStoredWords(db);
  const stored = new Map(rows.map((row) => [row.key, row]));
  const people = await staff.named(db, pluck(rows, 'changed_by'));
  const waiting = await waitingOfKinds(db, [wordsChange.kind]);
  return TEMPLATE_KEYS.map((key) => {
    const own = stored.get(key);
    const { links } = templateOf(key);
    return {
      key,
      own_words: own?.words ?? null,
      problem: own ? templateProblem(key, own.words) : null,
      changed_at: own?.changed_at.toISOString() ?? null,
      changed_by: people.get(own?.changed_by ?? '')?.username ?? null,
      waiting_approval: waiting.find(({ subject_id }) => subject_id === key)?.id ?? null,
      is_used: links === undefined || (links === 'known') === knowsLinks,
    };
  });
};

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
