// @vitest-environment happy-dom
import { type BoardIncident, defaultRights, type IncidentBoard, type IncidentRecord } from '@banbo/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LeftBoardNotice } from '~/components/trouble/left-board-notice.tsx';
import { setSession } from '~/lib/session/session-store.ts';
import OfficePage from '~/routes/office/page.tsx';
import { fetchPages, openOfficePage } from '../../../test/dom/office-page.tsx';
import { ringingStream } from '../../../test/dom/ringing-stream.ts';
import { type Answer, refusal, serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';

vi.mock('~/lib/photo/choose-photo.ts', () => ({
  PhotoRefusal: Error,
  choosePhoto: async ([file]: File[]) => ({ file, preview: 'data:image/jpeg;base64,' }),
}));

await fetchPages('response_request', 'response_request/:id');

const AT = '2026-11-25T19:04:53.000Z';
const incident = (id: string, given: Partial<BoardIncident> = {}): BoardIncident => ({
  ...{ id, number: `2026-000${id}`, grade: 'sos', source: 'tracker', is_drill: false, is_known: true, waiting: null },
  driver_id: '7',
  ...{ driver_code: 'DRV000001B', fullname: 'KOFI BOATENG', car_number: 'GT 2201-23', status: 'raised' },
  ...{ status_reason: null, raised_at: '2026-11-25T19:04:11.000Z', last_signal_at: '2026-11-25T19:04:11.000Z' },
  ...{ signals: 1, acknowledged_at: null, acknowledged_by: null, dispatched_at: null, on_scene_at: null },
  ...{ ended_at: null, ended_by: null, place: '', rung: [], rings_here: true, passed_on_at: null },
  ...{ supervisors_told_at: null, teams: [] },
  ...given,
});
const recordOf = (one: BoardIncident, given: Partial<IncidentRecord> = {}): IncidentRecord => ({
  ...one,
  ...{ at: AT, caller_name: '', caller_phone: '', private: null, queue: [], duplicate_of: null, earlier: [] },
  ...{ earlier_false_alarms: 0, imei: '356938035643809', steps: [], dispatches: [], scans: [] },
  driver: { plan: 'premium', photo: null, is_removed: false, mobile_number: '+233244120011', owed: '120.00' },
  ...given,
});
const SHIFT = { id: '1', name: 'Esi Quaye', started_at: AT, is_watching: true, is_own: true };
const boardOf = (...incidents: BoardIncident[]): IncidentBoard => ({
  ...{ at: AT, incidents, is_cut: false, feeds: null, shifts: [SHIFT], handovers: [] },
  today: { raised: 7, false_alarms: 2, median_seconds: 11 },
});

const started = vi.fn();

/** A browser's sound, of which a page makes one. */
class Audio extends EventTarget {
  static made: Audio | undefined;
  state = 'running';
  currentTime = 0;
  destination = {};
  constructor() {
    super();
    Audio.made = this;
  }
  createGain = () => ({
    gain: { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() },
    connect: vi.fn(),
  });
  createOscillator = () => ({
    ...{ type: '', frequency: { value: 0 }, connect: (to: unknown) => to, addEventListener: vi.fn(), stop: vi.fn() },
    start: started,
  });
  turn = (state: string) => {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  };
  resume = async () => this.turn('running');
}

/** The record's page, whose guard lets nobody through before it is told. */
const heldRecord = () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  return {
    hold: () => {
      isHeld = true;
    },
    letGo: () => act(async () => release()),
    route: {
      id: 'response_request/:id',
      path: '/response_request/:id',
      Component: OfficePage,
      middleware: [async () => (isHeld ? held : undefined)],
    },
  };
};

const open = (
  answers: Record<string, Answer>,
  address = '/response_request/4',
  record: RouteObject | string = 'response_request/:id',
) => {
  const stream = ringingStream();
  const served = serve({
    '/incidents/live': stream.answer,
    '/response_shifts/watching': { at: AT, is_on_shift: true },
    '/incidents/board': boardOf(incident('4'), incident('5', { car_number: 'AS 1180-19' })),
    '/incidents/4': ({ body }) =>
      Response.json(
        'change' in body ? { status: true, message: '2026-0004 is acknowledged.' } : recordOf(incident('4')),
      ),
    '/incidents/5': recordOf(incident('5', { car_number: 'AS 1180-19' })),
    ...answers,
  });
  const pages = ['response_request', record, { path: '/login', element: <LeftBoardNotice /> }];
  return { stream, ...served, ...openOfficePage(pages, address) };
};

const record = (number: string) => screen.findByRole('article', { name: `SOS ${number}` });
const root = () => document.querySelector<HTMLElement>('[data-audio-state]');

beforeEach(() => {
  vi.stubGlobal('AudioContext', Audio);
  started.mockClear();
  signInAs('SuperUser');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the record says what an answer needs, and what a person may not see', async () => {
  open({});
  const shown = within(await record('2026-0004'));
  expect(shown.getByRole('heading', { name: 'GT 2201-23 · Kofi Boateng' })).toBeVisible();
  expect(shown.getByRole('link', { name: 'Call driver 024 412 0011' })).toHaveAttribute('href', 'tel:+233244120011');
  expect(shown.getByText('Owes GHS 120.00. Help is the same.')).toBeVisible();
  expect(shown.getByText('Your role may not see next of kin and places.')).toBeVisible();
  expect(screen.getByText('Today: 7 raised · half acknowledged within 11 s · 2 false alarms')).toBeVisible();
});

test('a queue of strangers is one loud row, and its record ends a group with one reason', async () => {
  const queue = incident('6', { is_known: false, waiting: 37, driver_id: null, car_number: '', fullname: '' });
  const group = {
    key: 'a1',
    count: 35,
    is_site: false,
    first_at: AT,
    last_at: AT,
    last_id: '40',
    calls: [{ id: '5', number: '2026-0005', car_number: 'AS 1180-19' }],
  };
  const { user, calls } = open(
    {
      '/incidents/board': boardOf(incident('4'), queue),
      '/incidents/6': recordOf(queue, { driver: null, queue: [group] }),
      '/incidents/6/queue/end': { status: true, message: '35 calls are ended as false alarms.' },
    },
    '/response_request/6',
  );
  const shown = within(await record('2026-0006'));
  expect(screen.getByText(/37 calls wait in/)).toHaveTextContent('37 calls wait in 2026-0006, which rings as one.');
  expect(shown.getByRole('heading', { name: '37 calls of unknown phones' })).toBeVisible();
  expect(shown.getByText('2 more calls wait in smaller groups, which follow once these are ended.')).toBeVisible();
  expect(shown.getByRole('button', { name: /^Acknowledge/ })).toBeVisible();
  expect(shown.queryByRole('button', { name: /^(Send a team|Other help sent|Duplicate)/ })).toBeNull();
  await user.click(shown.getByRole('button', { name: /End all/ }));
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'A flood from one address');
  await user.click(screen.getByRole('button', { name: 'End them' }));
  const ended = () => calls.find(({ path }) => path === '/incidents/6/queue/end');
  await waitFor(() => expect(ended()?.body).toEqual({ key: 'a1', last_id: '40', reason: 'A flood from one address' }));
});

test('a team that is elsewhere is sent once its box is ticked, and the board says where else it is', async () => {
  const at = { incident_id: '5', number: '2026-0005', status: 'on_scene' as const };
  const team = {
    ...{ id: '3', name: 'Tema patrol', phone: '+233246000003', vehicle: '', people: [], distance_m: null },
    ...{ duty_now: null, duty_next: null, is_in_area: true },
  };
  const other = { ...team, id: '2', name: 'Osu patrol', sent_to: null };
  const out = { team: 'Tema patrol', status: 'on_scene' as const, check_in_at: AT, elsewhere: ['2026-0004'] };
  const { user, calls } = open({
    '/incidents/board': boardOf(incident('4'), incident('5', { teams: [out] })),
    '/incidents/4/teams': { teams: [other, { ...team, sent_to: at, also_sent_to: [] }] },
    '/incidents/4/dispatches': { status: true, message: 'Sent.', dispatch_id: '8', token: 'x', is_texted: true },
  });
  expect(await screen.findByText(/^Tema patrol: on scene, also out for 2026-0004/)).toBeVisible();
  await user.click(within(await record('2026-0004')).getByRole('button', { name: /^Send a team/ }));
  await user.click(await screen.findByRole('radio', { name: 'Tema patrol' }));
  expect(screen.getByText('distance not known · off duty · on scene of 2026-0005')).toBeVisible();
  const box = () => screen.getByRole('checkbox', { name: 'It is on scene of 2026-0005, and goes here too' });
  await user.click(box());
  await user.click(screen.getByRole('radio', { name: 'Osu patrol' }));
  expect(screen.queryByRole('checkbox', { name: /goes here too/ })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Tema patrol' }));
  await user.click(screen.getByRole('button', { name: 'Send the team' }));
  const sent = () => calls.find(({ path }) => path === '/incidents/4/dispatches');
  await waitFor(() => expect(sent()?.body).toMatchObject({ team_id: '3', accepts_two_scenes: true }));
});

test('a driver’s text that calls nobody stands on the board to be taken by one person', async () => {
  const text = {
    ...{ id: '31', at: AT, driver_id: '7', car_number: 'GT 2201-23', fullname: 'KOFI BOATENG' },
    ...{ phone: '+233244120011', words: 'Where are you people' },
  };
  const { user, calls } = open({
    '/incidents/board': { ...boardOf(incident('4')), texts: [text] },
    '/contact_messages/31': { status: true, message: 'You have taken CM-7K3Q9T.' },
  });
  const shown = within(await screen.findByRole('region', { name: 'Wrote, look' }));
  expect(shown.getByText('GT 2201-23 · Kofi Boateng')).toBeVisible();
  expect(shown.getByText('Where are you people')).toBeVisible();
  expect(shown.getByRole('link', { name: '024 412 0011' })).toHaveAttribute('href', 'tel:+233244120011');
  expect(shown.getByRole('link', { name: 'Open and answer' })).toHaveAttribute('href', '/contact_messages/31');
  await user.click(shown.getByRole('button', { name: /^Take it/ }));
  const taken = () => calls.find(({ path }) => path === '/contact_messages/31');
  await waitFor(() => expect(taken()?.body).toEqual({ change: 'take' }));
});

test('an incident that does not exist is said beside the list, under the heading of the page', async () => {
  open({ '/incidents/9': () => refusal(404, 'There is no such incident.') }, '/response_request/9');
  expect(await screen.findByText('There is no such incident.')).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});

test('it rings for what the stream tells, is heard, and is quiet once it is told so', async () => {
  const { stream } = open({});
  await record('2026-0004');
  await stream.rings('4');
  expect(screen.getByRole('link', { name: '1 rings here' })).toHaveAttribute('href', '/response_request/4');
  expect(document.title).toMatch(/^\(1\) SOS GR 8-17/);
  expect(started).toHaveBeenCalledTimes(4);
  expect(root()?.dataset).toMatchObject({ audioState: 'running', tonesStarted: '4', connection: 'live' });
  await stream.rings();
  expect(document.title).not.toContain('SOS');
  expect(screen.queryByText('1 rings here')).toBeNull();
});

test('keys acknowledge and choose, and do nothing while somebody types or a dialog is open', async () => {
  const { user, calls, router } = open({});
  await record('2026-0004');
  const changes = () => calls.filter(({ body }) => 'change' in body).map(({ body }) => body);
  await user.keyboard('n');
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus();
  await user.keyboard('a car');
  expect(changes()).toEqual([]);
  await user.click(screen.getByRole('heading', { level: 2, name: /^GT/ }));
  await user.keyboard('f');
  const question = await screen.findByRole('dialog', { name: '2026-0004: what was the cause of the false alarm?' });
  question.focus();
  await user.keyboard('a');
  expect(changes()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('a');
  await waitFor(() => expect(changes()).toEqual([{ change: 'acknowledge' }]));
  await user.keyboard('j');
  await waitFor(() => expect(router.state.location.pathname).toBe('/response_request/5'));
});

test('after another is chosen, buttons and keys of the former do nothing, and say so', async () => {
  const { hold, letGo, route } = heldRecord();
  const { user, calls } = open({}, '/response_request/4', route);
  const former = within(await record('2026-0004'));
  const button = former.getByRole('button', { name: 'Acknowledge' });
  await user.type(former.getByRole('textbox', { name: 'Note' }), 'Driver answers');
  hold();
  await user.click(screen.getByRole('link', { name: /AS 1180-19/ }));
  await user.click(button);
  await user.keyboard('a');
  expect(await screen.findByText('Nothing was done with 2026-0004: you have left it.')).toBeInTheDocument();
  expect(button.closest('article')).toHaveAttribute('inert');
  await user.click(former.getByRole('button', { name: /^Write the note/ }));
  await letGo();
  const next = within(await record('2026-0005'));
  expect(calls.filter(({ path, body }) => path.endsWith('/notes') || 'change' in body)).toEqual([]);
  await user.click(next.getByRole('button', { name: 'Acknowledge' }));
  await waitFor(() =>
    expect(calls.filter(({ body }) => 'change' in body).map(({ path }) => path)).toEqual(['/incidents/5']),
  );
});

test('what is typed survives a refusal, another choice and the end of the session', async () => {
  const { user, answers, router } = open({ '/incidents/4/notes': () => refusal(503, 'Please try again in a moment.') });
  const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  await record('2026-0004');
  await user.type(note(), 'Driver says: stay away');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
  expect(note().value).toBe('Driver says: stay away');
  await act(() => router.navigate('/response_request/5'));
  await record('2026-0005');
  expect(note().value).toBe('');
  await act(() => router.navigate('/response_request/4'));
  await record('2026-0004');
  expect(note().value).toBe('Driver says: stay away');
  answers['/incidents/4/notes'] = { status: true, message: 'Your note is written.' };
  await user.click(screen.getByRole('button', { name: /^Write the note/ }));
  await waitFor(() => expect(note().value).toBe(''));
});

test('a photo goes with a note; one that is refused stays beside the typed words', async () => {
  const { user, answers } = open({ '/incidents/4/photos': () => refusal(415, 'The photo could not be read.') });
  await record('2026-0004');
  const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  await user.type(note, 'The rear bumper');
  await user.click(screen.getByRole('button', { name: 'Add a photo' }));
  const picker = document.querySelector<HTMLInputElement>('input[data-source="files"]');
  if (!picker) throw new Error('There is nothing to choose a photo with.');
  await user.upload(picker, new File(['a photo'], 'bumper.jpg', { type: 'image/jpeg' }));
  expect(await screen.findByRole('img', { name: 'The chosen photo' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Write the note/ }));
  expect(await screen.findByText('The photo could not be read.')).toBeInTheDocument();
  expect(note.value).toBe('The rear bumper');
  expect(screen.getByRole('img', { name: 'The chosen photo' })).toBeInTheDocument();
  answers['/incidents/4/photos'] = { status: true, message: 'Your photo is on the time line.' };
  await user.click(screen.getByRole('button', { name: /^Write the note/ }));
  await waitFor(() => expect(note.value).toBe(''));
  expect(screen.queryByRole('img', { name: 'The chosen photo' })).toBeNull();
});

test('a session that ends rings on where people sign in, until somebody silences it', async () => {
  const { stream, router, user } = open({});
  await record('2026-0004');
  await stream.rings('4');
  await act(() => router.navigate('/login'));
  act(() => setSession(null));
  expect(screen.queryByRole('alert')).toBeNull();
  signInAs('SuperUser');
  await act(() => router.navigate('/response_request/4'));
  await stream.rings('4');
  act(() => setSession(null));
  await act(() => router.navigate('/login'));
  expect(await screen.findByText(/^Your session has ended/)).toBeVisible();
  expect(document.title).toMatch(/^\(1\) SOS GR 8-17 · CONNECTION LOST/);
  await user.click(screen.getByRole('button', { name: 'Silence this page' }));
  expect(document.title).not.toContain('SOS');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a stream that is silent is lost within ten seconds, what rings goes on, and it catches up', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { stream } = open({});
  await record('2026-0004');
  await stream.rings('4');
  await act(() => vi.advanceTimersByTimeAsync(7_000));
  expect(screen.queryByText(/^Lost the connection/)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(screen.getByText('Lost the connection: calls for help may be missed.')).toBeVisible();
  expect(document.title).toMatch(/^\(1\) SOS GR 8-17 · CONNECTION LOST/);
  await stream.cut();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(stream.opened()).toBeGreaterThan(1);
  await stream.rings('4', '5');
  expect(screen.queryByText(/^Lost the connection/)).toBeNull();
  expect(document.title).toMatch(/^\(2\) SOS/);
});

test('a page whose sound the browser blocks says so, and the first click turns it on', async () => {
  const { user } = open({});
  await record('2026-0004');
  act(() => Audio.made?.turn('suspended'));
  expect(await screen.findByText(/^The sound is blocked/)).toBeVisible();
  expect(root()?.dataset.audioState).toBe('suspended');
  await user.click(screen.getByRole('heading', { level: 1 }));
  await waitFor(() => expect(screen.queryByText(/^The sound is blocked/)).toBeNull());
});

test('who may not answer sees everything, and no action', async () => {
  const { role, permissions } = defaultRights('SuperUser');
  signInAs({ role, permissions: permissions.filter((one) => one !== 'incidents.answer') });
  const { calls } = open({});
  const shown = within(await record('2026-0004'));
  expect(shown.getByRole('link', { name: /^Call driver/ })).toBeVisible();
  for (const name of [/^Acknowledge/, /^Start shift/, /^Write/, /^End shift/])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(calls.map(({ path }) => path)).not.toContain('/response_shifts/watching');
});
