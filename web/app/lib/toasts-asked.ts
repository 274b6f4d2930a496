import { sharedValue, useShared } from './shared-value.ts';

const asked = sharedValue(false);

/** Makes the present page show toasts, even if it has none of its own. */
export const askForToasts = (): void => asked.set(true);

/** True once a toast was asked for on any page. */
export const useToastsAsked = (): boolean => useShared(asked);
