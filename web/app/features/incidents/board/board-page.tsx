import { getIncidentBoard } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { EmptyState, LoadError } from '~/components/trouble/states.tsx';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { StartDrill } from './answering/start-drill.tsx';
import { WriteCall } from './answering/write-call.tsx';
import styles from './board.module.css';
import { STEP_ARROWS, STEP_KEYS, steppedTo, useBoardKey } from './board-keys.ts';
import { useServerNow } from './clock.ts';
import { DriverTexts } from './driver-texts.tsx';
import { IncidentLines } from './incident-lines.tsx';
import { IncidentView } from './record/incident-view.tsx';
import { useBoardConnection, useBoardStream } from './ringing/board-stream.ts';
import { LostBanner } from './ringing/lost-banner.tsx';
import { Handovers, PeopleOnShift } from './ringing/on-shift.tsx';
import { BlockedSound, ShiftBar } from './ringing/shift-bar.tsx';
import { useSound } from './ringing/siren.ts';
import { useWatching } from './ringing/watching.ts';

const NONE: readonly string[] = [];

/** The widths at which list and record stand beside each other. */
const isWide = (): boolean => matchMedia('(width >= 64rem)').matches;

/** Choosing an incident by keys; on wide screens the first is chosen while none is. */
const useChoice = (ids: readonly string[], chosen: string): void => {
  const navigate = useNavigate();
  const [first] = ids;
  useEffect(() => {
    if (chosen === '' && first !== undefined && isWide())
      void navigate(`/response_request/${first}`, { replace: true, preventScrollReset: true });
  }, [chosen, first, navigate]);
  const step = (key: string): void => {
    const next = steppedTo(ids, chosen, key);
    if (next !== null && next !== chosen)
      void navigate(`/response_request/${next}`, { replace: chosen !== '', preventScrollReset: true });
  };
  useBoardKey(STEP_KEYS, step, 'The next emergency, or the one before it');
  useBoardKey(STEP_ARROWS, step);
};

/** Says how many ring, and leads to the first of them. */
function RingingLink({ ids }: { ids: readonly string[] }) {
  const navigate = useNavigate();
  const [first] = ids;
  const to = `/response_request/${first}`;
  useBoardKey(['g'], () => first !== undefined && void navigate(to, { preventScrollReset: true }), 'Go to what rings');
  if (first === undefined) return null;
  return (
    <Link to={to} className={styles.ringing} aria-keyshortcuts="g" preventScrollReset>
      {ids.length === 1 ? '1 rings here' : `${ids.length} ring here`}
      <kbd className={styles.key} aria-hidden>
        g
      </kbd>
    </Link>
  );
}

/** The emergency board: open calls for help, the chosen one, and the person's shift. */
export function BoardPage({ id }: { id: string }) {
  const { can } = useAbility();
  const mayAnswer = can('incidents.answer');
  const { data: board, error, refetch, dataUpdatedAt } = useQuery({ ...read(getIncidentBoard, {}), staleTime: 0 });
  const { state, ringing } = useBoardConnection();
  const sound = useSound();
  const now = useServerNow(board?.at, dataUpdatedAt);
  const shift = board?.shifts.find(({ is_own }) => is_own);
  useBoardStream(true, true);
  useWatching(mayAnswer, shift !== undefined);
  const ids = useMemo(() => board?.incidents.map((incident) => incident.id) ?? NONE, [board]);
  useChoice(ids, id);
  const ringingIds = ringing.map((one) => one.id);
  return (
    <div
      className={styles.board}
      data-chosen={id !== '' || undefined}
      data-connection={state}
      data-audio-state={sound.state}
      data-tones-started={sound.tones}
    >
      <LostBanner />
      <Page
        title="Response Requests"
        facts={<RingingLink ids={ids.filter((one) => ringingIds.includes(one))} />}
        actions={
          mayAnswer && (
            <>
              <WriteCall />
              {can('incidents.drill') && <StartDrill />}
              {board && <ShiftBar shift={shift} />}
            </>
          )
        }
      >
        <BlockedSound isWanted={shift !== undefined || ringing.length > 0} isOnShift={shift !== undefined} />
        {error && !board && <LoadError message={error.message} onRetry={refetch} />}
        {!error && !board && <p role="status">Loading the emergencies...</p>}
        {board && (
          <div className={styles.columns}>
            <div className={styles.side}>
              <IncidentLines board={board} now={now} chosen={id} ringing={new Set(ringingIds)} />
              <DriverTexts texts={board.texts} />
              <PeopleOnShift shifts={board.shifts} />
              <Handovers handovers={board.handovers} />
            </div>
            <section className={styles.chosen} aria-label="Chosen emergency">
              {id === '' ? (
                <EmptyState>
                  <p>No emergency is chosen.</p>
                </EmptyState>
              ) : (
                <>
                  <Link to="/response_request" className={styles.back}>
                    ← All open emergencies
                  </Link>
                  <IncidentView key={id} id={id} mayAnswer={mayAnswer} />
                </>
              )}
            </section>
          </div>
        )}
      </Page>
    </div>
  );
}
