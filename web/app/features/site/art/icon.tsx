import type { ReactNode } from 'react';
import styles from './icon.module.css';

type Drawing = { fill?: string; line: string };

/** Drawn on 24 × 24: a golden ground under lines in the text's colour. */
const DRAWINGS = {
  button: {
    fill: 'M12 9.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Z',
    line: 'M4 20h16M6 20v-3a6 6 0 0 1 12 0v3M12 4V2M5.6 6.6 4.2 5.200M18.4 6.600l1.4-1.4',
  },
  pin: {
    fill: 'M12 6.500a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
    line: 'M12 21.500c-1.5-3-7-7-7-12a7 7 0 0 1 14 0c0 5-5.5 9-7 12Z',
  },
  phone: {
    fill: 'M8 5h8v11H8z',
    line: 'M7 2.500h10a1.5 1.5 0 0 1 1.5 1.500v16a1.5 1.5 0 0 1-1.5 1.500H7A1.5 1.5 0 0 1 5.5 20V4A1.5 1.5 0 0 1 7 2.500ZM10.5 18.800h3',
  },
  call: {
    fill: 'M14 3a7 7 0 0 1 7 7h-3a4 4 0 0 0-4-4Z',
    line: 'M6 3h3l1.5 4.5-2 1.500a13 13 0 0 0 6.5 6.500l1.5-2L21 15v3a3 3 0 0 1-3 3C10.5 21 3 13.5 3 6a3 3 0 0 1 3-3Z',
  },
  car: {
    fill: 'M5 13h14v4H5z',
    line: 'M3 17v-3.500a2 2 0 0 1 1.6-2L6 11l1.8-4.300A2 2 0 0 1 9.6 5.500h4.800a2 2 0 0 1 1.8 1.200L18 11l1.4.500a2 2 0 0 1 1.6 2V17ZM6 11h12M5 17v2.500M19 17v2.500M7 14h2M15 14h2',
  },
  watch: {
    fill: 'M12 9.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
    line: 'M2 12c2.5-4.5 6-6.5 10-6.500s7.5 2 10 6.500c-2.5 4.5-6 6.5-10 6.500S4.5 16.5 2 12Z',
  },
  camera: {
    fill: 'M12 10a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
    line: 'M4 7.500h3L8.5 5h7L17 7.500h3a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8.500a1 1 0 0 1 1-1Z',
  },
  spray: {
    fill: 'M8 13h6v5H8z',
    line: 'M9 8V5h4v3M7.5 21h7a1 1 0 0 0 1-1v-8.500A3.5 3.5 0 0 0 12 8h-2a3.5 3.5 0 0 0-3.5 3.500V20a1 1 0 0 0 1 1ZM16.5 4.500h.01M19.5 3h.01M19.5 6h.01',
  },
  police: {
    fill: 'm12 8 1.2 2.6 2.8.3-2.1 1.9.6 2.800L12 14.200l-2.5 1.4.6-2.800L8 10.900l2.8-.300Z',
    line: 'M12 2.5 20 5v6.500c0 5-3.2 8.3-8 10-4.8-1.7-8-5-8-10V5Z',
  },
  person: { fill: 'M5.5 20a6.5 6.5 0 0 1 13 0Z', line: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 21a7.5 7.5 0 0 1 15 0' },
  headset: {
    fill: 'M3.5 13h4v6h-4zM16.5 13h4v6h-4z',
    line: 'M4 14v-2a8 8 0 0 1 16 0v2M3.5 13h4v6h-4zM16.5 13h4v6h-4zM18.5 19c0 2-2 2.5-5 2.5',
  },
  wrench: {
    fill: 'M5 17.5 8.5 21l5-5L10 12.500Z',
    line: 'M20.5 7a5.5 5.5 0 0 1-7.2 6.200L7 19.500a2.1 2.1 0 0 1-3-3l6.3-6.300A5.5 5.5 0 0 1 17 3.500L14 6.500l.8 2.7 2.7.800Z',
  },
  form: { fill: 'M8 4.500h8V8H8z', line: 'M8 4.500H5.500v17h13v-17H16M8 3h8v4H8zM9 12h6M9 16h6' },
  message: { fill: 'M7 8h10v2H7z', line: 'M4 4.500h16v12h-8l-4.5 4v-4H4ZM7.5 12.500h6' },
  road: { fill: 'M11 4h2v4h-2zM11 10.500h2v4h-2zM11 17h2v4h-2z', line: 'M8.5 3 4 21M15.5 3 20 21' },
} satisfies Record<string, Drawing>;

export type SiteIconName = keyof typeof DRAWINGS;

export function SiteIcon({ name }: { name: SiteIconName }) {
  const { fill, line } = DRAWINGS[name];
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path className={styles.fill} d={fill} />
      <path className={styles.line} d={line} />
    </svg>
  );
}

/** A vehicle standing on the road that ends a page's head; `height` is its drawing's. */
export function OnRoad({ height, children }: { height: number; children: ReactNode }) {
  return (
    <svg viewBox={`0 0 320 ${height}`} width="320" height={height} aria-hidden="true">
      {children}
    </svg>
  );
}
