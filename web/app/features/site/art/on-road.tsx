import type { ReactNode } from 'react';

/** A vehicle standing on the road that ends a page's head; `height` is its drawing's. */
export function OnRoad({ height, children }: { height: number; children: ReactNode }) {
  return (
    <svg viewBox={`0 0 320 ${height}`} width="320" height={height} aria-hidden="true">
      {children}
    </svg>
  );
}
