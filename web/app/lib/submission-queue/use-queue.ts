import { useEffect, useState } from 'react';
import { listQueue, QUEUE_CHANNEL, type QueuedSubmission } from './queue-store.ts';

/** The queue's submissions of one kind, kept up with what other tabs and the service worker do. */
export const useQueue = (kind: QueuedSubmission['kind']): QueuedSubmission[] => {
  const [items, setItems] = useState<QueuedSubmission[]>([]);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const all = await listQueue();
      if (!isGone) setItems(all.filter((item) => item.kind === kind));
    };
    // A browser that forbids storing has no queue.
    const update = () => void read().catch(() => undefined);
    const channel = new BroadcastChannel(QUEUE_CHANNEL);
    channel.onmessage = update;
    update();
    return () => {
      isGone = true;
      channel.close();
    };
  }, [kind]);
  return items;
};
