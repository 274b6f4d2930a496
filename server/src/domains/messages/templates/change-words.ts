import { TEMPLATES, type TemplateKey, templateProblem } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { lockTemplates, removeWords, storedWords, storeWords } from './templates.repo.ts';

type Changing = { key: TemplateKey; by: Caller; now: Date };

const note = (tx: Tx, { key, by, now }: Changing, was: string, is: string): Promise<void> => {
  const subject = { kind: 'template', id: key, name: TEMPLATES[key].label };
  return audit(tx, by, { action: 'messages.words', subject, before: { words: was }, after: { words: is } }, now);
};

/** Keeps the company's own words of a template. Refused with 400 `invalid_input` where they cannot be sent. */
export const changeWords = async (tx: Tx, changing: Changing & { words: string }): Promise<string> => {
  const { key, words, by, now } = changing;
  const problem = templateProblem(key, words);
  if (problem !== null) {
    throw new Refusal('invalid_input', problem, { issues: [{ path: 'body.words', message: problem }] });
  }
  await lockTemplates(tx);
  const was = (await storedWords(tx, key)) ?? TEMPLATES[key].words;
  if (was === words) return 'Nothing has changed.';
  await storeWords(tx, { key, words, changed_by: by.accountId, changed_at: now });
  await note(tx, changing, was, words);
  return `‘${TEMPLATES[key].label}’ has your words now.`;
};

/** Goes back to the built-in words. */
export const resetWords = async (tx: Tx, changing: Changing): Promise<string> => {
  const { key } = changing;
  const was = await removeWords(tx, key);
  if (was !== undefined) await note(tx, changing, was, TEMPLATES[key].words);
  return `‘${TEMPLATES[key].label}’ has the built-in words now.`;
};
