import type { PromptRequest } from '@banbo/contract';
import { type ComponentType, useEffect, useState } from 'react';
import { keptPrompt } from '~/components/payments/prompt/kept-prompt.ts';
import { PromptInvitation } from '~/components/payments/prompt/prompt-invitation.tsx';
import type { usePayment } from '../use-payment.ts';

/** A driver's prompt with its reference. */
export type DriverPrompt = PromptRequest & { reference: string };

export const driverPrompt = keptPrompt<DriverPrompt>('banbo-prompt', [
  'car_number',
  'driver_code',
  'payment_type',
  'amount',
]);

type Payment = ReturnType<typeof usePayment>;
type Panel = ComponentType<{ payment: Payment; onClose: () => void }>;

/** Offers a prompt. Its code loads on demand, or if a prompt is open since a reload. */
export function PromptOffer({ payment }: { payment: Payment }) {
  const [shown, setShown] = useState<{ Panel: Panel } | null>(null);
  const open = async () => {
    const code = await payment.needed(() => import('./driver-prompt.tsx'));
    if (code) setShown({ Panel: code.DriverPromptPanel });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is there
  useEffect(() => {
    if (driverPrompt.read()) void open();
  }, []);
  if (shown) return <shown.Panel payment={payment} onClose={() => setShown(null)} />;
  return <PromptInvitation onOpen={() => void open()} />;
}
