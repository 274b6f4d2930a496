/** Latitude and longitude in degrees. */
export type Spot = readonly [latitude: number, longitude: number];

/** Junctions in and around Accra, to some hundred metres. */
export const JUNCTIONS = {
  Circle: [5.5697, -0.2154],
  Kaneshie: [5.5664, -0.2374],
  Odorkor: [5.5731, -0.2647],
  Mallam: [5.5697, -0.2856],
  Weija: [5.5583, -0.3312],
  Kasoa: [5.5345, -0.4168],
  Dansoman: [5.5447, -0.2602],
  Mamprobi: [5.5381, -0.2411],
  'Korle Bu': [5.5372, -0.2268],
  'Tema Station': [5.5497, -0.2009],
  Ridge: [5.5639, -0.1965],
  Osu: [5.5571, -0.1827],
  Labadi: [5.5617, -0.1556],
  Teshie: [5.5836, -0.1062],
  Nungua: [5.6013, -0.0776],
  Sakumono: [5.6187, -0.0489],
  Nima: [5.5842, -0.1993],
  'Thirty-Seven': [5.5875, -0.1838],
  'Burma Camp': [5.5884, -0.1528],
  Airport: [5.6036, -0.1772],
  'Tetteh Quarshie': [5.6172, -0.1748],
  Spintex: [5.6283, -0.1269],
  Baatsona: [5.6318, -0.0893],
  'Tema Motorway': [5.6747, -0.0223],
  'Tema Harbour': [5.6402, -0.0071],
  Ashaiman: [5.6926, -0.0341],
  'East Legon': [5.6381, -0.1563],
  Legon: [5.6503, -0.1797],
  Atomic: [5.6664, -0.1813],
  Madina: [5.6829, -0.1668],
  Adenta: [5.7093, -0.1559],
  Dome: [5.6502, -0.2363],
  Achimota: [5.6154, -0.2302],
  Tesano: [5.5998, -0.2276],
  Lapaz: [5.6069, -0.2504],
  Darkuman: [5.5843, -0.2486],
} as const satisfies Record<string, Spot>;

export type Junction = keyof typeof JUNCTIONS;

/** A road both ways: its ends, the speed in km/h in which it usually moves, and its bends. */
type Road = readonly [from: Junction, to: Junction, kmh: number, ...bends: Spot[]];

const ROADS: readonly Road[] = [
  ['Circle', 'Kaneshie', 35, [5.5684, -0.2236], [5.5662, -0.2301]],
  ['Kaneshie', 'Odorkor', 45, [5.5686, -0.2467], [5.5714, -0.2561]],
  ['Odorkor', 'Mallam', 50, [5.5729, -0.2742]],
  ['Mallam', 'Weija', 60, [5.5664, -0.2984], [5.5611, -0.3147]],
  ['Weija', 'Kasoa', 65, [5.5527, -0.3521], [5.5436, -0.3855]],
  ['Mallam', 'Dansoman', 40, [5.5601, -0.2803], [5.5512, -0.2694]],
  ['Dansoman', 'Mamprobi', 35, [5.5402, -0.2517]],
  ['Mamprobi', 'Korle Bu', 35, [5.5368, -0.2334]],
  ['Dansoman', 'Kaneshie', 35, [5.5538, -0.2521], [5.5607, -0.2436]],
  ['Korle Bu', 'Tema Station', 40, [5.5391, -0.2174], [5.5431, -0.2086]],
  ['Circle', 'Tema Station', 30, [5.5621, -0.2107], [5.5553, -0.2046]],
  ['Tema Station', 'Ridge', 40, [5.5566, -0.1979]],
  ['Tema Station', 'Osu', 40, [5.5483, -0.1922], [5.5512, -0.1853]],
  ['Ridge', 'Circle', 40, [5.5674, -0.2047]],
  ['Ridge', 'Osu', 35, [5.5617, -0.1898]],
  ['Ridge', 'Nima', 40, [5.5737, -0.1978]],
  ['Nima', 'Circle', 35, [5.5783, -0.2084]],
  ['Nima', 'Thirty-Seven', 40, [5.5856, -0.1917]],
  ['Osu', 'Labadi', 50, [5.5544, -0.1746], [5.5573, -0.1648]],
  ['Osu', 'Thirty-Seven', 45, [5.5669, -0.1801], [5.5773, -0.1822]],
  ['Labadi', 'Teshie', 50, [5.5648, -0.1421], [5.5719, -0.1263], [5.5781, -0.1149]],
  ['Labadi', 'Burma Camp', 45, [5.5741, -0.1553]],
  ['Burma Camp', 'Thirty-Seven', 45, [5.5889, -0.1689]],
  ['Burma Camp', 'Spintex', 45, [5.6021, -0.1432], [5.6157, -0.1318]],
  ['Teshie', 'Nungua', 45, [5.5923, -0.0921]],
  ['Nungua', 'Sakumono', 60, [5.6097, -0.0632]],
  ['Nungua', 'Baatsona', 40, [5.6149, -0.0812]],
  ['Sakumono', 'Tema Harbour', 65, [5.6261, -0.0301], [5.6331, -0.0162]],
  ['Sakumono', 'Baatsona', 45, [5.6274, -0.0671]],
  ['Thirty-Seven', 'Airport', 60, [5.5952, -0.1806]],
  ['Airport', 'Tetteh Quarshie', 70, [5.6107, -0.1756]],
  ['Tetteh Quarshie', 'Spintex', 45, [5.6214, -0.1603], [5.6262, -0.1438]],
  ['Spintex', 'Baatsona', 50, [5.6301, -0.1087]],
  ['Baatsona', 'Tema Motorway', 55, [5.6462, -0.0633], [5.6613, -0.0412]],
  ['Tetteh Quarshie', 'Tema Motorway', 95, [5.6309, -0.1394], [5.6482, -0.0931], [5.6638, -0.0511]],
  ['Tema Motorway', 'Tema Harbour', 55, [5.6617, -0.0157], [5.6508, -0.0109]],
  ['Tema Motorway', 'Ashaiman', 45, [5.6841, -0.0293]],
  ['Tetteh Quarshie', 'Legon', 60, [5.6284, -0.1776], [5.6398, -0.1771]],
  ['Tetteh Quarshie', 'East Legon', 45, [5.6253, -0.1673]],
  ['East Legon', 'Legon', 40, [5.6457, -0.1652]],
  ['East Legon', 'Madina', 40, [5.6533, -0.1547], [5.6698, -0.1591]],
  ['Legon', 'Atomic', 60, [5.6586, -0.1819]],
  ['Atomic', 'Madina', 50, [5.6752, -0.1731]],
  ['Madina', 'Adenta', 60, [5.6968, -0.1602]],
  ['Adenta', 'Ashaiman', 60, [5.7139, -0.1197], [5.7066, -0.0742]],
  ['Atomic', 'Dome', 45, [5.6689, -0.2017], [5.6617, -0.2221]],
  ['Dome', 'Achimota', 45, [5.6381, -0.2346], [5.6262, -0.2318]],
  ['Achimota', 'Tetteh Quarshie', 70, [5.6142, -0.2121], [5.6113, -0.1927]],
  ['Achimota', 'Tesano', 50, [5.6077, -0.2287]],
  ['Tesano', 'Circle', 45, [5.5904, -0.2243], [5.5796, -0.2189]],
  ['Achimota', 'Lapaz', 50, [5.6113, -0.2408]],
  ['Lapaz', 'Darkuman', 45, [5.5957, -0.2511]],
  ['Darkuman', 'Odorkor', 40, [5.5789, -0.2571]],
  ['Darkuman', 'Kaneshie', 40, [5.5752, -0.2421]],
  ['Lapaz', 'Mallam', 60, [5.5966, -0.2683], [5.5821, -0.2807]],
];

/** A way from one junction to the next: its usual speed in km/h, and its line with both ends. */
export type Way = { to: Junction; kmh: number; line: readonly Spot[] };

const waysOf = ([from, to, kmh, ...bends]: Road): [Junction, Way][] => {
  const line = [JUNCTIONS[from], ...bends, JUNCTIONS[to]];
  return [
    [from, { to, kmh, line }],
    [to, { to: from, kmh, line: line.toReversed() }],
  ];
};

/** The ways that lead out of each junction. */
const WAYS_FROM: ReadonlyMap<Junction, readonly Way[]> = new Map(
  [...Map.groupBy(ROADS.flatMap(waysOf), ([from]) => from)].map(([from, ways]) => [from, ways.map(([, way]) => way)]),
);

const METRES_A_DEGREE = 111_195;

/** Metres east and north from one spot to another, near enough within a city. */
export const metresBetween = ([fromLat, fromLon]: Spot, [toLat, toLon]: Spot): [east: number, north: number] => [
  (toLon - fromLon) * METRES_A_DEGREE * Math.cos((fromLat * Math.PI) / 180),
  (toLat - fromLat) * METRES_A_DEGREE,
];

/** The spot that lies metres east and north of another. */
export const spotBeside = ([latitude, longitude]: Spot, east: number, north: number): Spot => [
  latitude + north / METRES_A_DEGREE,
  longitude + east / (METRES_A_DEGREE * Math.cos((latitude * Math.PI) / 180)),
];

export const waysFrom = (junction: Junction): readonly Way[] => WAYS_FROM.get(junction) ?? [];

const minutesOf = ({ kmh, line }: Way): number => {
  const metres = line.map((spot, at) => Math.hypot(...metresBetween(line[at - 1] ?? spot, spot)));
  return (metres.reduce((sum, leg) => sum + leg, 0) / 1_000 / kmh) * 60;
};

type Reached = { minutes: number; ways: readonly Way[] };

const findQuickest = (from: Junction, to: Junction): readonly Way[] => {
  const reached = new Map<Junction, Reached>();
  const open = new Map<Junction, Reached>([[from, { minutes: 0, ways: [] }]]);
  while (!reached.has(to)) {
    const [nearest] = [...open].sort(([, a], [, b]) => a.minutes - b.minutes);
    if (!nearest) throw new Error(`No road leads from ${from} to ${to}`);
    const [junction, { minutes, ways }] = nearest;
    open.delete(junction);
    reached.set(junction, { minutes, ways });
    for (const way of waysFrom(junction)) {
      const later = minutes + minutesOf(way);
      if (reached.has(way.to) || later >= (open.get(way.to)?.minutes ?? Infinity)) continue;
      open.set(way.to, { minutes: later, ways: [...ways, way] });
    }
  }
  return reached.get(to)?.ways ?? [];
};

const FOUND = new Map<string, readonly Way[]>();

/** The ways from one junction to another that take least time; none where it is already. */
export const quickestWays = (from: Junction, to: Junction): readonly Way[] => {
  const key = `${from} ${to}`;
  const ways = FOUND.get(key) ?? findQuickest(from, to);
  FOUND.set(key, ways);
  return ways;
};
