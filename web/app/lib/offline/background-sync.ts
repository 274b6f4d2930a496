/** Background sync: TypeScript lacks its types, and some browsers lack it. */
export type SyncingRegistration = ServiceWorkerRegistration & {
  sync?: { register: (tag: string) => Promise<void> };
  periodicSync?: { register: (tag: string, options: { minInterval: number }) => Promise<void> };
};

/** Asks the browser to wake the service worker when there is network, once there is a worker. */
export const wakeWhenOnline = async (tag: string): Promise<void> => {
  const registration: SyncingRegistration | undefined = await navigator.serviceWorker?.ready;
  await registration?.sync?.register(tag);
};
