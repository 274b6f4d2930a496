import { lazy, Suspense } from 'react';
import { useHydrated } from '~/lib/use-hydrated.ts';
import type { QueuePanelProps } from './queue-panel.tsx';

/** Few visitors have queued forms, so the page does not wait for this code. */
const QueuePanel = lazy(() => import('./queue-panel.tsx').catch(() => ({ default: () => null })));

/** The forms that wait on this device, above a form. */
export function OwnQueue(props: QueuePanelProps) {
  const isHydrated = useHydrated();
  return <Suspense>{isHydrated && <QueuePanel {...props} />}</Suspense>;
}
