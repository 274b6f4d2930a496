import { Outlet } from 'react-router';
import { SignedOutFrame } from './signed-out-frame.tsx';

/** Sets the sign-in pages on a card beside the company’s sign. */
export default function SignedOutLayout() {
  return (
    <SignedOutFrame>
      <Outlet />
    </SignedOutFrame>
  );
}
