/** Name, region, latitude and longitude in degrees. */
export type Town = readonly [name: string, region: string, latitude: number, longitude: number];

/** Ghana's larger towns, at least two of each region. */
export const TOWNS: readonly Town[] = [
  ['Accra', 'Greater Accra', 5.556, -0.197],
  ['Tema', 'Greater Accra', 5.67, -0.017],
  ['Madina', 'Greater Accra', 5.668, -0.166],
  ['Ashaiman', 'Greater Accra', 5.7, -0.033],
  ['Teshie', 'Greater Accra', 5.583, -0.1],
  ['Amasaman', 'Greater Accra', 5.7, -0.3],
  ['Dodowa', 'Greater Accra', 5.883, -0.098],
  ['Ada Foah', 'Greater Accra', 5.783, 0.633],
  ['Kasoa', 'Central', 5.534, -0.417],
  ['Winneba', 'Central', 5.351, -0.623],
  ['Agona Swedru', 'Central', 5.533, -0.7],
  ['Mankessim', 'Central', 5.27, -1.02],
  ['Cape Coast', 'Central', 5.105, -1.247],
  ['Elmina', 'Central', 5.085, -1.351],
  ['Assin Fosu', 'Central', 5.7, -1.28],
  ['Dunkwa-on-Offin', 'Central', 5.966, -1.779],
  ['Takoradi', 'Western', 4.885, -1.755],
  ['Sekondi', 'Western', 4.934, -1.714],
  ['Tarkwa', 'Western', 5.304, -1.989],
  ['Prestea', 'Western', 5.433, -2.143],
  ['Axim', 'Western', 4.87, -2.24],
  ['Sefwi Wiawso', 'Western North', 6.206, -2.485],
  ['Bibiani', 'Western North', 6.464, -2.319],
  ['Kumasi', 'Ashanti', 6.69, -1.624],
  ['Obuasi', 'Ashanti', 6.203, -1.67],
  ['Konongo', 'Ashanti', 6.617, -1.217],
  ['Mampong', 'Ashanti', 7.063, -1.4],
  ['Bekwai', 'Ashanti', 6.454, -1.584],
  ['Koforidua', 'Eastern', 6.094, -0.259],
  ['Nkawkaw', 'Eastern', 6.551, -0.766],
  ['Suhum', 'Eastern', 6.04, -0.45],
  ['Nsawam', 'Eastern', 5.808, -0.353],
  ['Akim Oda', 'Eastern', 5.926, -0.986],
  ['Akosombo', 'Eastern', 6.3, 0.05],
  ['Ho', 'Volta', 6.601, 0.471],
  ['Hohoe', 'Volta', 7.152, 0.474],
  ['Kpando', 'Volta', 6.995, 0.293],
  ['Keta', 'Volta', 5.918, 0.988],
  ['Aflao', 'Volta', 6.117, 1.193],
  ['Sogakope', 'Volta', 6, 0.6],
  ['Dambai', 'Oti', 8.066, 0.18],
  ['Nkwanta', 'Oti', 8.26, 0.52],
  ['Sunyani', 'Bono', 7.336, -2.327],
  ['Berekum', 'Bono', 7.453, -2.584],
  ['Wenchi', 'Bono', 7.742, -2.104],
  ['Techiman', 'Bono East', 7.583, -1.938],
  ['Kintampo', 'Bono East', 8.056, -1.731],
  ['Atebubu', 'Bono East', 7.75, -0.983],
  ['Goaso', 'Ahafo', 6.804, -2.517],
  ['Bechem', 'Ahafo', 7.09, -2.025],
  ['Tamale', 'Northern', 9.403, -0.842],
  ['Yendi', 'Northern', 9.443, -0.01],
  ['Damongo', 'Savannah', 9.083, -1.818],
  ['Salaga', 'Savannah', 8.55, -0.517],
  ['Bole', 'Savannah', 9.033, -2.483],
  ['Nalerigu', 'North East', 10.53, -0.37],
  ['Walewale', 'North East', 10.35, -0.8],
  ['Bolgatanga', 'Upper East', 10.787, -0.851],
  ['Navrongo', 'Upper East', 10.894, -1.092],
  ['Bawku', 'Upper East', 11.06, -0.24],
  ['Wa', 'Upper West', 10.06, -2.509],
  ['Tumu', 'Upper West', 10.883, -1.983],
];

/** A point on the earth in degrees. */
export type GeoPoint = { latitude: number; longitude: number };

const KM_A_DEGREE = 111.2;
/** Kilometres. A point farther than this from every town is outside Ghana. */
const FARTHEST_KM = 90;
const IN_TOWN_KM = 2;
const WINDS = ['east', 'north-east', 'north', 'north-west', 'west', 'south-west', 'south', 'south-east'];

/** Kilometres east and north on a flat map, good enough over 100 km near the equator. */
const offset = (point: GeoPoint, latitude: number, longitude: number) => ({
  east: (point.longitude - longitude) * KM_A_DEGREE * Math.cos((latitude * Math.PI) / 180),
  north: (point.latitude - latitude) * KM_A_DEGREE,
});

const windOf = ({ east, north }: { east: number; north: number }): string =>
  WINDS[(Math.round(Math.atan2(north, east) / (Math.PI / 4)) + WINDS.length) % WINDS.length] ?? '';

/**
 * The nearest of Ghana's larger towns with distance and direction, `About 6 km north of Accra,
 * Greater Accra Region`; null for a point outside Ghana.
 */
export const nearTown = (point: GeoPoint): string | null => {
  const near = TOWNS.map(([name, region, latitude, longitude]) => {
    const way = offset(point, latitude, longitude);
    return { town: `${name}, ${region} Region`, way, km: Math.hypot(way.east, way.north) };
  }).sort((a, b) => a.km - b.km)[0];
  if (!near || near.km > FARTHEST_KM) return null;
  if (near.km < IN_TOWN_KM) return near.town;
  return `About ${Math.round(near.km)} km ${windOf(near.way)} of ${near.town}`;
};
