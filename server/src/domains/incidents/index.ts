export { countOpenIncidents, figuresOfEmergencies, incidentsOfDay } from './board/show-board.ts';
export { emergenciesOfCars } from './incidents.repo.ts';
export { incidentRoutes } from './incidents.routes.ts';
export { raiseAlarms } from './raising/raise.ts';
export { eraseCalls } from './record/erase-calls.ts';
export { hasCallsToPassOn, passCallsOn } from './shifts/pass-calls-on.ts';
export { isBoardLeft, tellOfAbsence } from './shifts/watch-absence.ts';
