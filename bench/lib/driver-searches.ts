/** Paths of calls for drivers, by the number of a call. */
export type Path = (call: number) => string;
export type Titled = readonly [title: string, path: Path];

const letter = (call: number): string => String.fromCharCode(65 + (call % 26));

/** Those that find somebody by the beginning of what is typed come first. */
export const boxSearches = (drivers: number): readonly Titled[] => {
  const one = (call: number): string => String(1 + ((call * 7919) % drivers));
  const typed: readonly Titled[] = [
    ['a driver code', (n) => `DRV${one(n).padStart(6, '0')}0`],
    ['a name as it is spelt', (n) => `MENSAH${letter(n)}${letter(n / 26)}`],
    ['the end of a plate', (n) => `${one(n).padStart(5, '1')}-20`],
    ['a mobile number with O for 0', (n) => `O24${one(n).padStart(7, '0').replace(/0/g, 'O')}`],
    ['a name by its sound', (n) => `MENNSAH${letter(n)}${letter(n / 26)}`],
    ['a name with a wrong letter', (n) => `MANSAH${letter(n)}${letter(n / 26)}`],
    ['two names with a wrong letter', (n) => `kofij BOETENG${letter(n)}${letter(n / 26)}`],
    ['a name that nobody has', (n) => `zwolgin${letter(n)}`],
  ];
  return typed.map(([title, text]) => [title, (n) => `/office_search?text=${encodeURIComponent(text(n))}`]);
};

/** Its plain first page comes first. */
export const driverPages: readonly Titled[] = [
  ['its first page', () => '/drivers'],
  ['who owe', () => '/drivers?owes=yes'],
  ['page 40 of those', () => '/drivers?owes=yes&page=40'],
  ['who owe nothing', () => '/drivers?owes=no'],
  ['who are not covered, by name', () => '/drivers?covered=no&sort=fullname'],
  ['a last name in the box', (n) => `/drivers?q=MENSAH${letter(n)}${letter(n / 26)}`],
  ['the beginning of hundreds of names in the box', (n) => `/drivers?q=MENSAH${letter(n)}`],
  ['a misheard name in the box', (n) => `/drivers?q=MANSAH${letter(n)}${letter(n / 26)}`],
];
