/** The office's line icons on a 24 by 24 grid. */
const ICON_PATHS = {
  tick: 'M4.5 12.5l5 5 10-11',
  cross: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  chevron: 'M9 6l6 6-6 6',
  down: 'M6 9l6 6 6-6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14M16 16l4.5 4.5',
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4.5v-6h-5v6H5a1 1 0 0 1-1-1z',
  register: 'M13 20H6a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v7M8.5 8.5h7M8.5 12h4M18 15v6M15 18h6',
  drivers: 'M5 17v-4l2-6h10l2 6v4M3.5 13h17M7 17v2M17 17v2M5 17h14M8 15h1M15 15h1',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20c.8-4 4-5.5 7.5-5.5s6.7 1.5 7.5 5.5',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 19.5c.6-3.5 3.2-5 6.5-5s5.9 1.5 6.5 5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 15c2 .6 3.2 2.2 3.6 4.5',
  money: 'M3 7h18v10H3zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5M6 10v4M18 10v4',
  receipt: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M11 18h2',
  check: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M8.5 12.2l2.5 2.5 4.5-5',
  ledger: 'M5 4h13a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5zM8 4v16M11 8h5M11 12h5M11 16h3',
  chart: 'M4 20h16M7 16v-4M12 16V6M17 16v-7',
  list: 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5h.5M4 12h.5M4 17.5h.5',
  bell: 'M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4',
  mail: 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5',
  shield: 'M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6zM9 12l2.2 2.2L15.5 10',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4M4 12h16',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.8',
  device: 'M4 5h16v10H4zM9 19h6M12 15v4',
  document: 'M6 3.5h8l4 4V20a.5.5 0 0 1-.5.5h-11.5zM14 3.5V8h4M9 12h6M9 16h6',
  scale: 'M12 4v16M7 20h10M5 7h14M5 7l-2.5 6.5h5zM19 7l-2.5 6.5h5z',
  map: 'M9 5L3.5 7v12.5L9 17.5l6 2 5.5-2V5L15 7zM9 5v12.5M15 7v12.5',
  logout: 'M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10.5 12H20M16.5 8.5L20 12l-3.5 3.5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5',
  switch: 'M4 8.5h15M15.5 5L19 8.5 15.5 12M20 15.5H5M8.5 12L5 15.5 8.5 19',
} as const;

export type IconName = keyof typeof ICON_PATHS;

/** A line icon of the office, in the text's colour and size. Without a label it only decorates. */
export function Icon({ name, label, size = '1.15em' }: { name: IconName; label?: string; size?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
