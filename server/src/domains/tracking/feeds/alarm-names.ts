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
/** Beginnings of words that call for help, also run together with others: `panicbutton`. */
const CALLING = /^(?:sos(?:alarm|alert|button|call|key)?$|panic|emergency|distress|duress|help(?:me)?$)/;
/** Words by which a tracker takes an alarm back, or says another thing: `emergency braking`. */
const NO_CALL = new Set([
  ...[
    '0',
    'ack',
    'acknowledged',
    'brake',
    'braking',
    'cancel',
    'canceled',
    'cancelled',
    'clear',
    'cleared',
    'disabled',
  ],
  ...[
    'end',
    'ended',
    'false',
    'inactive',
    'no',
    'none',
    'normal',
    'not',
    'off',
    'reset',
    'restored',
    'stop',
    'stopped',
  ],
]);

/**
 * True for a text that calls for help in its words, whatever else it says: a call that is lost is
 * worse than one too many.
 */
const isCall = (text: string, words: readonly string[]): boolean =>
  text.includes('🆘') || words.join('').includes('mandown') || words.some((word) => CALLING.test(word));

/** `powerCut`, `Power Cut` and `power_cut` as the same words in small letters. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

/** An alarm by Traccar's name, another one as it is; null for text that is no name. */
const alarmName = (text: string): string | null => {
  const all = wordsOf(text);
  const words = all.filter((word) => !/\d/.test(word));
  const said = words.filter((word) => !FILLERS.includes(word));
  const known = BY_LETTERS.get(words.join('')) ?? BY_LETTERS.get(said.join(''));
  if (known !== undefined && known !== 'sos') return known;
  if ((known === 'sos' || isCall(text, words)) && !all.some((word) => NO_CALL.has(word))) return 'sos';
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
