import { INCIDENT_GRADES, type IncidentGrade } from '@banbo/contract';

/** A tone within a pattern; times in seconds. */
export type Tone = { hz: number; from: number; lasts: number; loudness: number; wave: OscillatorType };

/** A pattern of tones and the seconds after which it begins again. */
export type TonePattern = { every: number; tones: readonly Tone[] };

const tone = (from: number, hz: number, lasts: number, loudness: number, wave: OscillatorType): Tone => ({
  ...{ from, hz, lasts, loudness, wave },
});

const SOFT: TonePattern = {
  every: 6,
  tones: [tone(0, 523, 0.35, 0.12, 'sine'), tone(0.4, 440, 0.5, 0.12, 'sine')],
};

/** The sound of each grade: somebody who hears it knows how grave it is without looking. */
export const TONE_PATTERNS: Readonly<Record<IncidentGrade, TonePattern>> = {
  sos: {
    every: 1.4,
    tones: [
      ...[0, 0.6].map((from) => tone(from, 960, 0.28, 0.35, 'square')),
      ...[0.3, 0.9].map((from) => tone(from, 720, 0.28, 0.35, 'square')),
    ],
  },
  accident: {
    every: 2.4,
    tones: [0, 0.4, 0.8].map((from, n) => tone(from, 520 + n * 130, 0.35, 0.4, 'triangle')),
  },
  tampering: SOFT,
  jamming: SOFT,
  power_cut: SOFT,
};

export const TEST_PATTERN: TonePattern = {
  every: 0,
  tones: [tone(0, 660, 0.18, 0.25, 'sine'), tone(0.22, 880, 0.25, 0.25, 'sine')],
};

/** The gravest of what rings, which is the one that is heard. */
export const gravestOf = (grades: readonly IncidentGrade[]): IncidentGrade | null =>
  INCIDENT_GRADES.find((grade) => grades.includes(grade)) ?? null;
