import { type MessageTemplate, TEMPLATE_KEYS, templateOf, templateProblem } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type Directories, idsIn } from '../contact/directories.ts';
import { allStoredWords } from './templates.repo.ts';

/** Every template with the company's own words; `knowsLinks` where the server knows the product's address. */
export const listTemplates = async (
  db: Db,
  { staff, knowsLinks }: { staff: Directories['staff']; knowsLinks: boolean },
): Promise<MessageTemplate[]> => {
  const stored = new Map((await allStoredWords(db)).map((row) => [row.key, row]));
  const people = await staff.named(db, idsIn([...stored.values()].map(({ changed_by }) => changed_by)));
  return TEMPLATE_KEYS.map((key) => {
    const own = stored.get(key);
    const { links } = templateOf(key);
    return {
      key,
      own_words: own?.words ?? null,
      problem: own ? templateProblem(key, own.words) : null,
      changed_at: own?.changed_at.toISOString() ?? null,
      changed_by: people.get(own?.changed_by ?? '')?.username ?? null,
      is_used: links === undefined || (links === 'known') === knowsLinks,
    };
  });
};
