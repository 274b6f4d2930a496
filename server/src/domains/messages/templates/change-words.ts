import { TEMPLATES, type TemplateKey, templateProblem, whyWordsWait } from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { type Approvers, askOrApply, defineApproval, refuseWhileWaiting } from '#domains/approvals';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { lockTemplates, removeWords, storedWords, storeWords } from '../outbox/outbox.repo.ts';

type Changing = { key: TemplateKey; by: Caller; now: Date };

const note = (tx: Tx, { key, by, now }: Changing, was: string, is: string): Promise<void> => {
  const subject = { kind: 'template', id: key, name: TEMPLATES[key].label };
  return audit(tx, by, { action: 'messages.words', subject, before: { words: was }, after: { words: is } }, now);
};

const presentWords = async (tx: Tx, key: TemplateKey): Promise<string> =>
  (await storedWords(tx, key)) ?? TEMPLATES[key].words;

/** Other words of a text message. Rule 22 of docs/product/messages.md. */
export const wordsChange = defineApproval({
  kind: 'messages.words',
  input: z.strictObject({ from: z.string(), to: z.string() }),
  apply: async (tx, { input: { from, to: words }, subjectId, askedBy, by, now }) => {
    const key = subjectId as TemplateKey;
    const { label } = TEMPLATES[key];
    await lockTemplates(tx);
    const was = await presentWords(tx, key);
    if (was !== from) throw new Refusal('conflict', `‘${label}’ has other words meanwhile.`);
    await storeWords(tx, { key, words, changed_by: askedBy.accountId, changed_at: now });
    await note(tx, { key, by, now }, was, words);
    return { message: `‘${label}’ is saved.` };
  },
});

/**
 * Stores the company's words of a template. Words with a number or an address in them wait for
 * another person. Refused with 400 `invalid_input` if unsendable, and with 409 `conflict` while
 * others wait.
 */
export const changeWords = async (
  tx: Tx,
  { key, words, by, now }: Changing & { words: string },
  { staff, company }: Approvers & { company: () => Promise<string> },
): Promise<string> => {
  const problem = templateProblem(key, words);
  if (problem !== null) throw refusalAt('invalid_input', 'words', problem);
  await refuseWhileWaiting(tx, wordsChange.kind, key);
  await lockTemplates(tx);
  const was = await presentWords(tx, key);
  if (was === words) return 'Nothing has changed.';
  const because = whyWordsWait(words, await company());
  const subject = { id: key, name: `the words of ‘${TEMPLATES[key].label}’` };
  const changes = [{ field: 'Words', before: was, after: words }];
  const asked = { subject, input: { from: was, to: words }, changes, because, by, now };
  return (await askOrApply(tx, wordsChange, asked, staff)).message;
};

/** Goes back to the built-in words. */
export const resetWords = async (tx: Tx, changing: Changing): Promise<string> => {
  const { key } = changing;
  const was = await removeWords(tx, key);
  if (was !== undefined) await note(tx, changing, was, TEMPLATES[key].words);
  return `‘${TEMPLATES[key].label}’ has the standard text again.`;
};
