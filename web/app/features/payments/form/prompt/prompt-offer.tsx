import type { PromptRequest } from '@banbo/contract';
import { type ComponentType, useEffect, useState } from 'react';
import { hasTexts } from '~/lib/browser-storage.ts';
import { inTab } from '~/lib/use-kept.ts';
import type { usePayment } from '../use-payment.ts';
import styles from './prompt.module.css';

/** A prompt with its reference, the only way to it. */
export type KeptPrompt = PromptRequest & { reference: string };

/** The open prompt. The tab alone keeps it: the phone may be shared. */
export const promptInTab = inTab('banbo-prompt');

const KEPT = ['reference', 'car_number', 'driver_code', 'payment_type', 'amount', 'payer_number'] as const;

/** The prompt that this tab waits for, or null. */
export const readPrompt = (): KeptPrompt | null => {
  const kept = promptInTab.read();
  return hasTexts(kept, KEPT) ? (kept as KeptPrompt) : null;
};

type Payment = ReturnType<typeof usePayment>;
type Panel = ComponentType<{ payment: Payment; onClose: () => void }>;

/** Offers a prompt. Its code loads on demand, or if a prompt is open since a reload. */
export function PromptOffer({ payment }: { payment: Payment }) {
  const [shown, setShown] = useState<{ Panel: Panel } | null>(null);
  const open = async () => {
    const code = await payment.needed(() => import('./prompt-panel.tsx'));
    if (code) setShown({ Panel: code.PromptPanel });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is there
  useEffect(() => {
    if (readPrompt()) void open();
  }, []);
  if (shown) return <shown.Panel payment={payment} onClose={() => setShown(null)} />;
  return (
    <section className={`card stack close start ${styles.panel}`} aria-label="Pay by a prompt">
      <p>
        <strong>Nothing sent yet?</strong> With MTN MoMo we can send a prompt to your phone. You approve it with your
        PIN, and need no transaction ID.
      </p>
      <button type="button" className="button quiet" onClick={() => void open()}>
        Send a prompt to my phone
      </button>
    </section>
  );
}
