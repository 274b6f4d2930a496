export { countOpenIncidents, figuresOfEmergencies, incidentsOfDay } from './board/show-board.ts';
export { emergenciesOfCars } from './incidents.repo.ts';
export { incidentRoutes } from './incidents.routes.ts';
export { raiseAlarms } from './raising/raise.ts';
export { eraseCalls } from './record/erase-calls.ts';
export { passOn } from './shifts/ring.ts';
export { hasDueRings } from './shifts/shifts.repo.ts';
export { isBoardLeft, tellOfAbsence } from './shifts/watch-absence.ts';
