import { formatMoney, type PublicFees } from '@banbo/contract';
import { useFees } from '~/components/site/site-info.ts';
import styles from './fee-cards.module.css';

/** The three fees with their names. */
export const feeLines = (fees: PublicFees) => [
  { name: 'Registration fee', info: 'Once, when you register.', total: formatMoney(fees.registration) },
  {
    name: 'Monthly subscription',
    info: 'Every month, for tracking, monitoring and the response team.',
    total: formatMoney(fees.subscription),
  },
  {
    name: 'One-time GPS device',
    info: 'Tracking device with panic button and camera, fitting included.',
    total: formatMoney(fees.device),
  },
];

type Anchor = 'start' | 'end' | 'middle';

/** The room between the sign's frames, in the picture's units. */
const ROOM = 544;
/** The widest average letter, as a part of its height; phones' and Linux's fonts need less. */
const WIDEST = 0.78;

/** A line of words, made smaller if a wide font would not fit the sign. */
const line = (x: number, y: number, size: number, anchor: Anchor, words: string): string => {
  const fitting = Math.min(size, Math.floor(ROOM / (words.length * WIDEST)));
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" font-size="${fitting}" text-anchor="${anchor}">${escaped}</text>`;
};

/**
 * The prices as an SVG road sign that can be dragged out and passed on. Prices stand below names:
 * in an unknown wide font the two would overlap side by side.
 */
export const priceBoard = (company: string, fees: PublicFees): string => {
  const rows = feeLines(fees).map(({ name, total }, index) => {
    const y = 144 + index * 110;
    const rule = `<path d="M48 ${y + 64}h${ROOM}" stroke="#fff" stroke-opacity=".35" stroke-width="2"/>`;
    return line(48, y, 28, 'start', name) + line(592, y + 44, 42, 'end', total) + rule;
  });
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 500" width="640" height="500">',
    '<rect width="640" height="500" rx="30" fill="#fff"/><rect x="7" y="7" width="626" height="486" rx="24" fill="#0f5d46"/>',
    '<rect x="17" y="17" width="606" height="466" rx="16" fill="none" stroke="#fff" stroke-width="5"/>',
    '<g fill="#fff" font-family="Overpass,Arial,Roboto,sans-serif" font-weight="700">',
    line(320, 80, 36, 'middle', company),
    ...rows,
    `<g fill="#f4bd3f">${line(320, 464, 24, 'middle', 'Your Security Our Concern')}</g>`,
    '</g></svg>',
  ].join('');
};

/** The picture as an address an `<img>` takes. */
export const imageAddress = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** The fees: each one's name and info, and its total on a number plate. */
export function FeeCards() {
  return (
    <ul className="stack">
      {feeLines(useFees()).map(({ name, info, total }) => (
        <li key={name} className={`card row ${styles.fee}`}>
          <div className={styles.words}>
            <h3>{name}</h3>
            <p className="muted small">{info}</p>
          </div>
          <p className={styles.plate}>{total}</p>
        </li>
      ))}
    </ul>
  );
}
