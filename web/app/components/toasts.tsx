import { useEffect } from 'react';
import toast, { Toaster } from 'react-hot-toast';

/** The durations are the library's own: 2 s for success, 4 s for the rest, and what is loading until it has loaded. */
export const TOAST_OPTIONS = { className: 'toast' } as const;

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
  return <Toaster position="top-center" containerStyle={BELOW_HEADER} toastOptions={TOAST_OPTIONS} />;
}
