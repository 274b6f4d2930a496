import { useEffect } from 'react';
import toast, { Toaster } from 'react-hot-toast';

/** Messages at the top centre (SPEC §9): 2 s for success, 4 s for the rest unless a call says otherwise. */
export default function Toasts() {
  // Of every form, before it says anything itself: an old refusal must not stand above what became of the next attempt.
  useEffect(() => {
    const dismiss = () => toast.dismiss();
    document.addEventListener('submit', dismiss, { capture: true });
    return () => document.removeEventListener('submit', dismiss, { capture: true });
  }, []);
  return (
    <Toaster position="top-center" toastOptions={{ duration: 4000, success: { duration: 2000 }, className: 'toast' }} />
  );
}
