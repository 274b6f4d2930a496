import { useEffect } from 'react';
import toast, { Toaster } from 'react-hot-toast';

/**
 * Milliseconds that a message stays unless a call says otherwise: 2 s for success, 4 s for the rest. What is loading stays
 * until it has loaded.
 */
export const TOAST_DURATIONS = {
  duration: 4000,
  success: { duration: 2000 },
  error: { duration: 4000 },
  loading: { duration: Number.POSITIVE_INFINITY },
} as const;

/** Below the header, whose menu button must stay in reach. */
const BELOW_HEADER = { top: 'calc(var(--header-height) + 0.5rem)' };

/** Messages at the top centre. */
export default function Toasts() {
  // Of every form, before it says anything itself: an old refusal must not stand above what became of the next attempt.
  useEffect(() => {
    const dismiss = () => toast.dismiss();
    document.addEventListener('submit', dismiss, { capture: true });
    return () => document.removeEventListener('submit', dismiss, { capture: true });
  }, []);
  return (
    <Toaster
      position="top-center"
      containerStyle={BELOW_HEADER}
      toastOptions={{ ...TOAST_DURATIONS, className: 'toast' }}
    />
  );
}
