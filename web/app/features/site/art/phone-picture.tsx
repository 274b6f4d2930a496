import type { ReactNode } from 'react';

/** A phone without a hand; its screen is drawn between x 28–132 and y 40–180. */
export function PhonePicture({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 160 220" width="160" height="220" aria-hidden="true">
      <rect x="16" y="6" width="128" height="208" rx="20" fill="#06251d" />
      <rect x="23" y="24" width="114" height="166" rx="6" fill="#fbfaf6" />
      <path stroke="#4c5a53" strokeWidth="4" strokeLinecap="round" d="M68 15h24" />
      <circle cx="80" cy="202" r="6" fill="none" stroke="#4c5a53" strokeWidth="2.5" />
      {children}
    </svg>
  );
}
