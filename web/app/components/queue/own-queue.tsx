import { lazy, Suspense } from 'react';
import { useHydrated } from '~/lib/use-hydrated.ts';
import type { QueuePanelProps } from './queue-panel.tsx';

/** Hardly anybody has forms waiting, so the form does not wait for this; without its code they are sent all the same. */
const QueuePanel = lazy(() => import('./queue-panel.tsx').catch(() => ({ default: () => null })));

/** The forms that wait on this device, above a form. */
export function OwnQueue(props: QueuePanelProps) {
  const isHydrated = useHydrated();
  return <Suspense>{isHydrated && <QueuePanel {...props} />}</Suspense>;
}
