/** The alarms of Traccar, in its spelling. */
const NAMES = [
  ...['accident', 'bonnet', 'door', 'fallDown', 'fatigueDriving', 'fault', 'footBrake', 'fuelLeak', 'general'],
  ...['geofence', 'geofenceEnter', 'geofenceExit', 'gpsAntennaCut', 'hardAcceleration', 'hardBraking'],
  ...['hardCornering', 'highRpm', 'idle', 'jamming', 'laneChange', 'lock', 'lowBattery', 'lowPower', 'lowspeed'],
  ...['movement', 'overspeed', 'parking', 'powerCut', 'powerOff', 'powerOn', 'powerRestored', 'removing', 'sos'],
  ...['tampering', 'temperature', 'tow', 'unlock', 'vibration'],
];

/** Other names that trackers and apps use, by their letters. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  sos: ['panic', 'emergency', 'help', 'helpme'],
  accident: ['crash', 'collision'],
  tampering: ['tamper'],
  jamming: ['jammer', 'jam', 'gpsjamming', 'gsmjamming', 'signaljamming'],
  lowBattery: ['lowbatt', 'batterylow'],
  powerCut: ['powerdisconnect', 'powerdisconnected', 'externalpowercut', 'mainpowercut', 'powercutoff'],
  tow: ['towing'],
};

const BY_LETTERS: ReadonlyMap<string, string> = new Map([
  ...NAMES.map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(OTHERS).flatMap(([name, others]) => others.map((other) => [other, name] as const)),
]);

/** Words that say only that it is an alarm. */
const FILLERS = ['alarm', 'alert', 'button', 'detected', 'key', 'pressed'];
/** Words by which a tracker takes an alarm back. */
const ENDED = ['cancel', 'canceled', 'cancelled', 'clear', 'cleared', 'end', 'ended', 'no', 'none', 'off', 'restored'];

/** `powerCut`, `Power Cut` and `power_cut` as the same words in small letters. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** An alarm by Traccar's name, another one as it is; null for text that is no name. */
const alarmName = (text: string): string | null => {
  const words = wordsOf(text);
  const said = words.filter((word) => !FILLERS.includes(word));
  const known = BY_LETTERS.get(words.join('')) ?? BY_LETTERS.get(said.join(''));
  if (known !== undefined) return known;
  if (words.includes('sos') && !words.some((word) => ENDED.includes(word))) return 'sos';
  return /^[A-Za-z][\w-]{0,39}$/.test(text) ? text : null;
};

const MOST_ALARMS = 10;

/** The alarms that a tracker or an app lists, by Traccar's names, each once and at most ten. */
export const alarmsIn = (value: unknown): string[] => {
  if (typeof value !== 'string') return [];
  const names = value
    .slice(0, 500)
    .split(/[,;|]/)
    .map((name) => alarmName(name.trim()))
    .filter((name) => name !== null);
  return [...new Set(names)].slice(0, MOST_ALARMS);
};
