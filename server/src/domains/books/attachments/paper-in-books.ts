import { today } from '@banbo/contract';
import type { NewEntry } from '#domains/ledger';
import type { NumberedPaper } from './attachments.repo.ts';

/** The entry of a paper that came to a posted record: of no money, so that the chain covers it. */
export const entryOfPaper = ({ id, name, number, sha256, added_by, added_at }: NumberedPaper): NewEntry => ({
  ...{ day: today(added_at), kind: 'paper', subjectId: id, description: `${name} of ${number}`, postings: [] },
  document: { of: number, name, 'SHA-256': sha256.toString('hex'), writer: added_by },
});
