import { type Fees, formatMoney } from '@banbo/contract';

/** The three fees with the words that name them (SPEC §2.1, fee cards; §9). */
export const feeLines = (fees: Fees) => [
  { name: 'Registration fee', info: 'Once, when you register.', total: formatMoney(fees.RF) },
  {
    name: 'Monthly subscription',
    info: 'Every month, for tracking, monitoring and the response team.',
    total: formatMoney(fees.SS),
  },
  {
    name: 'One-time GPS device',
    info: 'Tracking device with panic button and camera, fitting included.',
    total: formatMoney(fees.DP),
  },
];

const text = (x: number, y: number, size: number, anchor: 'start' | 'end' | 'middle', words: string) =>
  `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}">${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;

/** The prices as a picture in the manner of a road sign, an SVG document, so that it can be dragged out and passed on. */
export const priceBoard = (company: string, fees: Fees): string => {
  const rows = feeLines(fees).map(({ name, total }, index) => {
    const y = 168 + index * 92;
    return `${text(48, y, 27, 'start', name)}${text(592, y, 32, 'end', total)}<path d="M48 ${y + 30}h544" stroke="#fff" stroke-opacity=".35" stroke-width="2"/>`;
  });
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 460" width="640" height="460">',
    '<rect width="640" height="460" rx="30" fill="#fff"/><rect x="7" y="7" width="626" height="446" rx="24" fill="#0f5d46"/>',
    '<rect x="17" y="17" width="606" height="426" rx="16" fill="none" stroke="#fff" stroke-width="5"/>',
    '<g fill="#fff" font-family="Overpass,Arial,Roboto,sans-serif" font-weight="700">',
    text(320, 88, 34, 'middle', company),
    ...rows,
    `<g fill="#f4bd3f">${text(320, 424, 23, 'middle', 'Your Security Our Concern')}</g>`,
    '</g></svg>',
  ].join('');
};

/** The picture as an address an `<img>` takes. */
export const imageAddress = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;
