import { type BoardSignal, INCIDENT_GRADE_LABELS, isGraver } from '@banbo/contract';
import { bestEffort } from '~/lib/browser-storage.ts';
import { steadyInterval } from '~/lib/live/steady-timer.ts';

export type Ringing = BoardSignal['ringing'][number];

/** The reasons for which a tab calls: calls for help that ring, and a connection that is lost. */
export type TabCalls = { ringing: readonly Ringing[]; isLost: boolean };

export const byGrade = (a: Ringing, b: Ringing): number =>
  isGraver(a.grade, b.grade) ? -1 : isGraver(b.grade, a.grade) ? 1 : 0;

/** A call in words: `SOS GR 1-20`, or `DRILL SOS 2026-D003` where no car is known. */
export const callName = ({ grade, number, car_number, is_drill }: Ringing): string =>
  `${is_drill ? 'DRILL ' : ''}${INCIDENT_GRADE_LABELS[grade]} ${car_number || number}`;

/** The beginning of the tab's title; empty where nothing calls for attention. */
export const calledTitle = ({ ringing, isLost }: TabCalls): string => {
  const [first] = [...ringing].sort(byGrade);
  const rings = first ? [`(${ringing.length}) ${callName(first)}`] : [];
  return [...rings, ...(isLost ? ['CONNECTION LOST'] : [])].join(' · ');
};

const BELL = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="#c62828"/>' +
    '<path d="M8 3v6M8 11v2" stroke="#fff" stroke-width="2.4"/></svg>',
)}`;

const icons = (): HTMLLinkElement[] => [...document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')];

/** Milliseconds between two looks at the title, which a move to another page writes anew. */
const TITLE_MS = 1_000;

let leave: (() => void) | null = null;
let begins = '';
/** The title without what we put before it. */
let plain = '';

const writeTitle = (): void => {
  if (document.title.startsWith(begins) && begins !== '') return;
  plain = document.title;
  document.title = `${begins} · ${plain}`;
};

const writeIcons = (isCalling: boolean): void => {
  for (const icon of icons()) {
    icon.dataset.plain ??= icon.getAttribute('href') ?? '';
    icon.setAttribute('href', isCalling ? BELL : icon.dataset.plain);
  }
};

/** Writes into the tab's title and icon what calls for attention, or puts both back. */
export const callInTab = (wanted: TabCalls): void => {
  const next = calledTitle(wanted);
  if (next === begins) return;
  if (begins !== '' && document.title.startsWith(begins)) document.title = plain;
  begins = next;
  leave?.();
  leave = null;
  writeIcons(next !== '');
  if (next === '') return;
  writeTitle();
  leave = steadyInterval(writeTitle, TITLE_MS);
};

const mayNotify = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'granted';

/** Asks once for the permission to show notifications. */
export const askToNotify = (): void => {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return;
  void Notification.requestPermission().catch(() => undefined);
};

const shown = new Map<string, Notification>();

let openRecord = (_id: string): void => undefined;

/** Says how a notification that is pressed opens its call for help. */
export const openNotifiedBy = (open: (id: string) => void): void => {
  openRecord = open;
};

/** Shows a notification for each call that rings while the page is hidden; takes back others. */
export const notifyOf = (ringing: readonly Ringing[]): void => {
  const ids = new Set(ringing.map(({ id }) => id));
  for (const [id, notification] of shown) {
    if (ids.has(id)) continue;
    notification.close();
    shown.delete(id);
  }
  if (!mayNotify() || document.visibilityState !== 'hidden') return;
  for (const call of ringing.filter(({ id }) => !shown.has(id))) {
    // Phones offer notifications to service workers alone, and throw here.
    bestEffort(() => {
      const made = new Notification(callName(call), {
        body: 'Press to open it.',
        tag: `incident-${call.id}`,
        requireInteraction: true,
      });
      made.addEventListener('click', () => {
        window.focus();
        openRecord(call.id);
      });
      shown.set(call.id, made);
    });
  }
};
