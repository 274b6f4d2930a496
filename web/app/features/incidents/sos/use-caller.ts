import type { getOwnCars } from '@banbo/contract';
import { useEffect, useState } from 'react';
import { type Address, call } from '~/lib/api/api.ts';
import { soon } from '~/lib/api/time-limit.ts';
import { recallSession } from '~/lib/session/recall-session.ts';
import { currentSession, useSession } from '~/lib/session/session-store.ts';
import type { CallerCar } from '~/lib/sos/kept-call.ts';
import { forgetCars, type KnownCars, ownCarsFirst, readKnownCars, rememberCars } from '~/lib/sos/known-cars.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';

const CARS: Address<typeof getOwnCars> = { method: 'GET', url: '/member/cars', access: 'member' };

/** The cars of a signed-in member; null while they are unknown. */
const askForCars = async (): Promise<KnownCars | null> => {
  try {
    return ownCarsFirst((await call<typeof getOwnCars>(CARS, {})).cars);
  } catch {
    return null;
  }
};

/**
 * The session's token as it is here. It is renewed only for a caller whose car is unknown, since a
 * renewal takes time and the call does without.
 */
export const tokenOfSession = async (isNeeded: boolean): Promise<string | null> => {
  const held = currentSession();
  if (held?.kind !== 'member') return null;
  if (held.expiresAt > Date.now()) return held.accessToken;
  if (!isNeeded) return null;
  const { renewSession } = await import('~/lib/session/session.ts');
  return soon(renewSession());
};

/** The car that a call from this phone is for: the member's, or the one that was typed before. */
export const useCaller = () => {
  const isHydrated = useHydrated();
  const isMember = useSession()?.kind === 'member';
  const [cars, setCars] = useState<KnownCars>([]);
  useEffect(() => {
    if (!isHydrated) return;
    setCars(readKnownCars());
    void recallSession('member');
  }, [isHydrated]);
  useEffect(() => {
    if (!isMember) return;
    let isGone = false;
    void askForCars().then((own) => {
      if (isGone || own === null || own.length === 0) return;
      setCars(own);
      rememberCars(own);
    });
    return () => {
      isGone = true;
    };
  }, [isMember]);
  const put = (next: KnownCars): void => {
    setCars(next);
    rememberCars(next);
  };
  return {
    /** False in the built page and until this phone's own facts are read. */
    isReady: isHydrated,
    isMember,
    cars,
    choose: (code: string): void =>
      put([...cars].sort((a, b) => Number(b.driver_code === code) - Number(a.driver_code === code))),
    /** Remembers the car of a call that the server has taken. */
    learn: (car: CallerCar): void => {
      if (!readKnownCars().some(({ driver_code }) => driver_code === car.driver_code)) put([car]);
    },
    forget: (): void => {
      setCars([]);
      forgetCars();
    },
  };
};

export type SosCaller = ReturnType<typeof useCaller>;
