import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { SiteMark } from '~/components/site/site-name.tsx';
import { useStartPage } from '~/lib/session/start-page.ts';
import { useShared } from '~/lib/shared-value.ts';
import type { CallerCar } from '~/lib/sos/kept-call.ts';
import { createCallLine } from './call-line.ts';
import { headOfCall } from './call-steps.ts';
import { CallerForm, CarOfCall } from './caller-car.tsx';
import { HoldButton } from './hold-button.tsx';
import { NumbersToCall, useCallInstead } from './numbers-to-call.tsx';
import { OpenCall } from './open-call.tsx';
import styles from './sos.module.css';
import { useUnanswered } from './unanswered.tsx';
import { type SosCaller, tokenOfSession, useCaller } from './use-caller.ts';

type Deps = Parameters<typeof createCallLine>[0];

/** The call of this phone while the page is open; tries at once when network or person is back. */
const useCallLine = (deps: Deps) => {
  const [line] = useState(() => createCallLine(deps));
  const view = useShared(line.view);
  useEffect(() => {
    const seen = () => document.visibilityState === 'visible' && line.look();
    void line.resume();
    window.addEventListener('online', line.wake);
    document.addEventListener('visibilitychange', seen);
    return () => {
      window.removeEventListener('online', line.wake);
      document.removeEventListener('visibilitychange', seen);
      line.close();
    };
  }, [line]);
  return { line, view };
};

const NO_CAR: CallerCar = { driver_code: '', car_number: '' };
const FILL_IN = 'Enter car number and driver code first.';

function Bar({ caller, car }: { caller: SosCaller; car: string | null }) {
  const own = useStartPage();
  return (
    <header className={styles.bar}>
      <SiteMark className={styles.mark} />
      {car === null ? <CarOfCall caller={caller} /> : <strong className={styles.car}>{car}</strong>}
      <Link to={own?.to ?? '/'} className={styles.barLink}>
        {own?.label ?? 'Home'}
      </Link>
    </header>
  );
}

type ReadyProps = {
  caller: SosCaller;
  typed: CallerCar;
  onType: (typed: CallerCar) => void;
  refused: string | null;
  onCall: (car: CallerCar | null) => void;
};

/** Before a call: who calls, the numbers, and the button under the thumb. */
function Ready({ caller, typed, onType, refused, onCall }: ReadyProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const instead = useCallInstead();
  const [known = null] = caller.cars;
  const asksForCar = caller.isReady && known === null && !caller.isMember;
  const isFilled = Object.values(typed).every((text) => text.trim() !== '');
  const warning = problem ?? refused;
  const mayStart = (): boolean => {
    const may = caller.isReady && (!asksForCar || isFilled);
    setProblem(may ? null : FILL_IN);
    return may;
  };
  return (
    <>
      <h1 className={styles.title}>In danger?</h1>
      {warning === null ? (
        <p className={styles.lead}>Hold the button for two seconds. Our office gets your car and your position.</p>
      ) : (
        <p className={styles.warning} role="alert">
          <strong>{warning}</strong> {instead}
        </p>
      )}
      {asksForCar && <CallerForm typed={typed} onType={onType} problem={problem} />}
      <NumbersToCall />
      <noscript>
        <p>The button needs JavaScript. Please call instead.</p>
      </noscript>
      <div className={styles.low}>
        <HoldButton onHeld={() => onCall(asksForCar ? typed : known)} mayStart={mayStart} />
      </div>
    </>
  );
}

/** The emergency page: a button that is held, and the call from there to its end. */
export function SosPage() {
  const caller = useCaller();
  // Kept here, to be corrected after a refusal.
  const [typed, setTyped] = useState(NO_CAR);
  const heading = useRef<HTMLHeadingElement>(null);
  const { line, view } = useCallLine({
    token: tokenOfSession,
    onSent: (car) => {
      if (car) caller.learn(car);
    },
  });
  const { call, state, refused } = view;
  const isOpen = call !== null || state !== null;
  const waited = useUnanswered(call && Date.parse(call.pressed_at), state);
  // The button is gone, and keyboards and screen readers go on from the news.
  useEffect(() => {
    if (isOpen) heading.current?.focus();
  }, [isOpen]);
  return (
    <div
      className={styles.page}
      data-open={isOpen || undefined}
      data-drill={state?.is_drill || undefined}
      data-ended={(isOpen && call === null) || undefined}
    >
      <Bar caller={caller} car={isOpen ? (call?.car?.car_number ?? '') : null} />
      <main id="content" className={styles.main}>
        {isOpen && (
          <h1 className={styles.news} ref={heading} tabIndex={-1}>
            {headOfCall(view, waited !== null)}
          </h1>
        )}
        <div className={styles.body}>
          {isOpen ? (
            <OpenCall view={view} line={line} waited={waited} />
          ) : (
            <Ready caller={caller} typed={typed} onType={setTyped} refused={refused} onCall={line.press} />
          )}
        </div>
      </main>
    </div>
  );
}
