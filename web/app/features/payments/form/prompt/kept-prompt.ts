import type { PromptRequest } from '@banbo/contract';
import { bestEffort } from '~/lib/best-effort.ts';
import { hasTexts } from '~/lib/has-texts.ts';

/** Kept for the tab alone: this may be a shared phone. */
const NAME = 'banbo-prompt';

/** A prompt that was asked for, with its reference: the only way to it. */
export type KeptPrompt = PromptRequest & { reference: string };

/** The prompt that this tab waits for, also after a reload, or null. */
export const readPrompt = (): KeptPrompt | null => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? 'null');
    const texts = ['reference', 'car_number', 'driver_code', 'payment_type', 'amount', 'payer_number'] as const;
    return hasTexts(kept, texts) ? (kept as KeptPrompt) : null;
  } catch {
    return null;
  }
};

export const keepPrompt = (prompt: KeptPrompt): void =>
  bestEffort(() => sessionStorage.setItem(NAME, JSON.stringify(prompt)));

export const dropPrompt = (): void => bestEffort(() => sessionStorage.removeItem(NAME));
