import { sharedValue } from '../shared-value.ts';

/** The emergency board that somebody had open when their session ended, and how to silence it. */
type LeftBoard = { ringing: number; silence: () => void };

export const leftBoard = sharedValue<LeftBoard | null>(null);
