import type { IncidentGrade } from '@banbo/contract';
import { steadyInterval } from '~/lib/live/steady-timer.ts';
import { sharedValue, useShared } from '~/lib/shared-value.ts';
import { gravestOf, TEST_PATTERN, TONE_PATTERNS, type TonePattern } from './tones.ts';

/** `none`: not asked for yet or not offered; the others are those of the browser. */
export type SoundState = 'none' | AudioContextState;

/** The page's sound, and how many tones it has begun. */
type Sound = { state: SoundState; tones: number };

const sound = sharedValue<Sound>({ state: 'none', tones: 0 });
export const useSound = (): Sound => useShared(sound);

/** Milliseconds between two looks at what is to be heard, and seconds that are prepared ahead. */
const LOOK_MS = 400;
const AHEAD_S = 0.9;

let audio: AudioContext | null = null;
let playing = new Set<OscillatorNode>();
let grade: IncidentGrade | null = null;
/** When the next pattern begins, by the clock of the sound. */
let nextAt = 0;
let leave: (() => void) | null = null;

const tellState = (): void => sound.set({ ...sound.get(), state: audio?.state ?? 'none' });

/** The page's one audio context. Before a click on the page browsers leave it suspended. */
const audioOf = (): AudioContext | null => {
  if (audio || typeof AudioContext === 'undefined') return audio;
  audio = new AudioContext();
  audio.addEventListener('statechange', tellState);
  tellState();
  return audio;
};

const play = (context: AudioContext, { tones }: TonePattern, at: number): void => {
  for (const { hz, from, lasts, loudness, wave } of tones) {
    const [source, volume] = [context.createOscillator(), context.createGain()];
    source.type = wave;
    source.frequency.value = hz;
    // Without a rise and a fall a tone begins and ends with a crack.
    volume.gain.setValueAtTime(0, at + from);
    volume.gain.linearRampToValueAtTime(loudness, at + from + 0.02);
    volume.gain.setValueAtTime(loudness, at + from + lasts - 0.04);
    volume.gain.linearRampToValueAtTime(0, at + from + lasts);
    source.connect(volume).connect(context.destination);
    source.addEventListener('ended', () => playing.delete(source));
    source.start(at + from);
    source.stop(at + from + lasts);
    playing.add(source);
  }
  sound.set({ ...sound.get(), tones: sound.get().tones + tones.length });
};

/** The wait of this tab to be the one that is heard; null while nothing rings. */
let turn: AbortController | null = null;
let hasTurn = false;

/** One tab of a browser is heard, of those with sound: three would sound like three calls. */
const waitForTurn = (): void => {
  if (turn) return;
  const own = new AbortController();
  turn = own;
  if (!navigator.locks) {
    hasTurn = true;
    return;
  }
  const ring = (): Promise<void> => {
    hasTurn = true;
    look();
    return new Promise((resolve) => own.signal.addEventListener('abort', () => resolve()));
  };
  void navigator.locks.request('banbo-siren', { signal: own.signal }, ring).catch(() => undefined);
};

const endTurn = (): void => {
  turn?.abort();
  turn = null;
  hasTurn = false;
};

const look = (): void => {
  if (grade === null || audio?.state !== 'running') return;
  waitForTurn();
  if (!hasTurn) return;
  const pattern = TONE_PATTERNS[grade];
  if (nextAt > audio.currentTime + AHEAD_S) return;
  const at = Math.max(nextAt, audio.currentTime + 0.05);
  play(audio, pattern, at);
  nextAt = at + pattern.every;
};

const silence = (): void => {
  for (const source of playing) source.stop();
  playing = new Set();
  nextAt = 0;
};

/** Rings for these grades until it is told others; for none it is quiet at once. */
export const ringFor = (grades: readonly IncidentGrade[]): void => {
  const next = gravestOf(grades);
  if (next === grade) return;
  silence();
  grade = next;
  leave?.();
  leave = null;
  if (next === null) {
    endTurn();
    return;
  }
  audioOf();
  leave = steadyInterval(look, LOOK_MS);
  look();
};

/** Looks whether the browser lets this page sound without a click. */
export const prepareSound = (): void => {
  audioOf();
};

/** Turns the sound on: only within a click or a key does a browser allow it. True once it is on. */
export const unlockSound = async (): Promise<boolean> => {
  const context = audioOf();
  // A browser that forbids it lets this wait for ever.
  const late = new Promise<void>((resolve) => setTimeout(resolve, 1_500));
  await Promise.race([context?.resume(), late]).catch(() => undefined);
  tellState();
  look();
  return context?.state === 'running';
};

/** Turns the sound on and lets it be heard. */
export const testSound = async (): Promise<boolean> => {
  const isOn = await unlockSound();
  if (isOn && audio) play(audio, TEST_PATTERN, audio.currentTime + 0.05);
  return isOn;
};
