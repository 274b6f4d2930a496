import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alarmsIn } from './alarm-names.ts';

test.each<[string, string[]]>([
  ...['sos', 'SOS', 'Sos', 's.o.s', 'SOS!', 'SOS Alarm', 'sosAlarm', 'alarmSOS', 'SOS_1', 'Button SOS'].map(
    (text): [string, string[]] => [text, ['sos']],
  ),
  ...['panic', 'Panic Button', 'PANIC_ALARM', 'emergency', 'Help', 'help me'].map((text): [string, string[]] => [
    text,
    ['sos'],
  ]),
  ...['panicbutton', 'SOSAlarm', 'panic alarm triggered', 'Emergency Call', 'man down', 'distress', '🆘', 'SOS 01'].map(
    (text): [string, string[]] => [text, ['sos']],
  ),
  ...['sos=0', 'sos:false', 'sos 0', 'not sos', 'SOS stop', 'sos reset', 'SOS ack', 'emergency braking'].map(
    (text): [string, string[]] => [text, []],
  ),
  ...['powerCut', 'powercut', 'Power Cut', 'power_cut', 'POWER-CUT ALARM'].map((text): [string, string[]] => [
    text,
    ['powerCut'],
  ]),
  ['Low Battery', ['lowBattery']],
  ['Low Battery 2', ['lowBattery']],
  ['Crash detected', ['accident']],
  ['tamper', ['tampering']],
  ['GPS jamming', ['jamming']],
  ['overspeed', ['overspeed']],
  ['general', ['general']],
  ['sos,lowBattery', ['sos', 'lowBattery']],
  ['SOS; Low battery | sos', ['sos', 'lowBattery']],
  ['zoneLeft', ['zoneLeft']],
  ['SOS cancelled', []],
  ['sos off', []],
  ['sosban', ['sosban']],
  ...['', '1', "' DROP", 'Sɔs', ' , '].map((text): [string, string[]] => [text, []]),
])('the alarms in %j are %j', (text, names) => {
  expect(alarmsIn(text)).toEqual(names);
});

test('what is no text has no alarms', () => {
  for (const value of [null, undefined, 1, true, {}, ['sos']]) expect(alarmsIn(value)).toEqual([]);
});

test('case and separators change no alarm, and any text is taken', () => {
  const words = [['sos'], ['power', 'cut'], ['low', 'battery'], ['gps', 'antenna', 'cut'], ['tampering'], ['accident']];
  const spelt = fc.record({
    words: fc.constantFrom(...words),
    separator: fc.constantFrom(' ', '_', '-', '.', ''),
    upper: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
    filler: fc.constantFrom('', ' alarm', ' Alert', '!'),
  });
  fc.assert(
    fc.property(spelt, ({ words: [first = '', ...rest], separator, upper, filler }) => {
      const name = first + rest.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
      const cased = [first, ...rest].map((word, n) => (upper[n] ? word.toUpperCase() : word)).join(separator);
      expect(alarmsIn(cased + filler)).toEqual([name]);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const name of alarmsIn(text)) expect(name).toMatch(/^[A-Za-z][\w-]{0,39}$/);
    }),
    { numRuns: 500 },
  );
});
