import { Toaster } from 'react-hot-toast';

/** Messages at the top centre (SPEC §9): 2 s for success, 4 s for the rest unless a call says otherwise. */
export default function Toasts() {
  return (
    <Toaster position="top-center" toastOptions={{ duration: 4000, success: { duration: 2000 }, className: 'toast' }} />
  );
}
