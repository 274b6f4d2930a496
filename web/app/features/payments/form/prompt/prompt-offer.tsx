import { type ComponentType, useEffect, useState } from 'react';
import type { usePayment } from '../use-payment.ts';
import { readPrompt } from './kept-prompt.ts';
import styles from './prompt.module.css';

type Payment = ReturnType<typeof usePayment>;
type Panel = ComponentType<{ payment: Payment; onClose: () => void }>;

/** Offers to send a prompt. Its code comes when it is asked for, or when the tab waits for a prompt from before a reload. */
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
    <section className={styles.panel} aria-label="Pay by a prompt">
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
