import { hasTexts } from '~/lib/browser-storage.ts';
import { inTab } from '~/lib/use-kept.ts';

/** A prompt that was sent: its reference is the only way to it. */
export type SentPrompt = { reference: string; payer_number: string };

/** The open prompt of a form. The tab alone keeps it: the phone may be shared. */
export const keptPrompt = <Kept extends SentPrompt>(name: string, texts: readonly (keyof Kept & string)[]) => {
  const tab = inTab(name);
  return {
    ...tab,
    /** The prompt that this tab waits for, or null. */
    read: (): Kept | null => {
      const kept = tab.read();
      return hasTexts(kept, ['reference', 'payer_number', ...texts]) ? (kept as unknown as Kept) : null;
    },
  };
};
