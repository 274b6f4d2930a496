import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** Milliseconds that the button must be held: longer than any touch by accident. */
const HELD_MS = 2_000;

export type HoldState = 'idle' | 'holding' | 'cancelled' | 'done';

const vibrate = (pattern: number | number[]): void => void navigator.vibrate?.(pattern);

const isPressKey = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter';

/**
 * Calls back after the button was held for two seconds, by a finger, a mouse or a key. Letting go
 * before that cancels. `mayStart` is asked first.
 */
export const useHold = (onHeld: () => void, mayStart: () => boolean) => {
  const [state, setState] = useState<HoldState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const start = (): void => {
    if (timer.current !== undefined || !mayStart()) return;
    vibrate(40);
    setState('holding');
    timer.current = setTimeout(() => {
      timer.current = undefined;
      vibrate([200, 100, 200]);
      setState('done');
      onHeld();
    }, HELD_MS);
  };
  const cancel = (): void => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    setState('cancelled');
  };

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (event.button !== 0) return;
      // A thumb that slides off the button still holds it.
      event.currentTarget.setPointerCapture?.(event.pointerId);
      start();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onKeyDown: (event: KeyboardEvent) => {
      if (!isPressKey(event)) return;
      event.preventDefault();
      if (!event.repeat) start();
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (isPressKey(event)) cancel();
    },
    onBlur: cancel,
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
  };
  return { state, handlers };
};
