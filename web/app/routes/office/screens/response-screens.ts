import type { OfficePath } from '@banbo/contract';
import { headed, type Shown, under } from './shown.ts';

const responseBoard: Shown = {
  ...headed(() => import('~/features/incidents/board/board-page.tsx').then((m) => m.BoardPage)),
  staysOpen: true,
};

/** The screens of emergencies and trackers. */
export const RESPONSE_SCREENS = {
  response_request: responseBoard,
  'response_request/:id': responseBoard,
  shift_handover: under(() => import('~/features/incidents/board/handover-page.tsx').then((m) => m.HandoverPage), {
    about: 'What the next shift takes over: open emergencies, what was promised, and who is out.',
    links: [['response_request', 'Response Requests']],
  }),
  incidents: under(() => import('~/features/incidents/incident-table.tsx').then((m) => m.IncidentTable), {
    about: 'Every call for help, the newest first. Click a number to see what was done.',
    links: [['response_request', 'Response Requests']],
  }),
  emergency_figures: under(() => import('~/features/incidents/figures/figures-page.tsx').then((m) => m.FiguresPage), {
    about: 'How fast calls for help were acknowledged, and help sent and there; false alarms by tracker.',
    links: [['incidents', 'All Emergencies']],
  }),
  response_teams: under(() => import('~/features/incidents/teams/team-list.tsx').then((m) => m.TeamList), {
    add: ['add_response_team', 'Add a team'],
    about: 'Who goes out to a call for help, who is on duty now and next, and where each team is sent.',
    links: [['response_request', 'Response Requests']],
  }),
  add_response_team: headed(() => import('~/features/incidents/teams/team-form.tsx').then((m) => m.AddTeam)),
  'edit_response_team/:id': headed(() => import('~/features/incidents/teams/team-form.tsx').then((m) => m.EditTeam)),
  tracker_map: under(() => import('~/features/tracking/map/tracker-map.tsx').then((m) => m.TrackerMap)),
  unknown_trackers: under(
    () => import('~/features/tracking/feeds/unknown-trackers.tsx').then((m) => m.UnknownTrackers),
    { lead: 'Trackers that report where they are and are not in stock yet.', links: [['devices', 'Devices']] },
  ),
  devices: under(() => import('~/features/devices/device-table.tsx').then((m) => m.DeviceTable), {
    add: ['add_device', 'Add tracker'],
    links: [['device_import', 'Tracker Import']],
  }),
  'devices/:id': headed(() => import('~/features/devices/device-page.tsx').then((m) => m.DevicePage)),
  add_device: headed(() => import('~/features/devices/device-form.tsx').then((m) => m.AddDevice)),
  device_import: under(() => import('~/features/devices/device-import.tsx').then((m) => m.DeviceImportsPage), {
    about: 'Trackers from a list of their seller, which come into stock.',
    links: [['devices', 'Devices']],
  }),
  'device_import/:id': headed(() => import('~/features/devices/device-import.tsx').then((m) => m.DeviceImportPage)),
  'edit_device/:id': headed(() => import('~/features/devices/device-form.tsx').then((m) => m.EditDevice)),
  tracker_watch: under(() => import('~/features/tracking/watch/watch-table.tsx').then((m) => m.WatchTable), {
    about: 'Trackers that fell silent, lost their power, left where they must stay, or have a low battery.',
    links: [
      ['tracker_map', 'Tracker Map'],
      ['paths_stops', 'Paths & Stops'],
    ],
  }),
  'tracker_watch/:id': headed(() => import('~/features/tracking/watch/watch-page.tsx').then((m) => m.WatchPage)),
  paths_stops: under(() => import('~/features/tracking/fences/paths-stops.tsx').then((m) => m.PathsStops), {
    lead: 'Draw paths and stops on the map, and say which cars must stay in or out of them.',
  }),
  stolen_cars: under(() => import('~/features/tracking/stolen/stolen-table.tsx').then((m) => m.StolenTable), {
    about: 'Cars that were declared stolen, and links with which the police see them.',
    links: [['tracker_map', 'Tracker Map']],
  }),
  'stolen_cars/:id': headed(() => import('~/features/tracking/stolen/stolen-page.tsx').then((m) => m.StolenPage)),
} as const satisfies Partial<Record<OfficePath, Shown>>;
