/** The grades of a call for help, the gravest first. */
export const INCIDENT_GRADES = ['sos', 'accident', 'tampering', 'jamming', 'power_cut'] as const;
export type IncidentGrade = (typeof INCIDENT_GRADES)[number];

export const INCIDENT_GRADE_LABELS = {
  sos: 'SOS',
  accident: 'Accident',
  tampering: 'Tracker tampered with',
  jamming: 'Tracker jammed',
  power_cut: 'Driving with the power cut',
} as const satisfies Record<IncidentGrade, string>;

/** Grades in which a person may be in danger: they are passed on when nobody acknowledges them. */
export const URGENT_GRADES: readonly IncidentGrade[] = ['sos', 'accident'];

export const isUrgent = (grade: IncidentGrade): boolean => URGENT_GRADES.includes(grade);

/** True where the first is graver than the second. */
export const isGraver = (one: IncidentGrade, other: IncidentGrade): boolean =>
  INCIDENT_GRADES.indexOf(one) < INCIDENT_GRADES.indexOf(other);

const GRADE_OF_ALARM: Readonly<Record<string, IncidentGrade>> = {
  sos: 'sos',
  accident: 'accident',
  tampering: 'tampering',
  removing: 'tampering',
  gpsAntennaCut: 'tampering',
  jamming: 'jamming',
};

/**
 * The grade of a tracker's alarm as Traccar names it; null for one that calls nobody. A power cut
 * calls only while the car drives, which the watch over trackers finds.
 */
export const gradeOfAlarm = (alarm: string): IncidentGrade | null => GRADE_OF_ALARM[alarm] ?? null;

/** The ways in which a call for help comes in. */
export const INCIDENT_SOURCES = ['tracker', 'member', 'call', 'text', 'card'] as const;
export type IncidentSource = (typeof INCIDENT_SOURCES)[number];

export const INCIDENT_SOURCE_LABELS = {
  tracker: 'Tracker',
  member: 'Phone button',
  call: 'Call',
  text: 'Text message',
  card: 'Crash card',
} as const satisfies Record<IncidentSource, string>;

export const OPEN_INCIDENT_STATUSES = ['raised', 'acknowledged', 'dispatched', 'on_scene'] as const;
export const INCIDENT_STATUSES = [...OPEN_INCIDENT_STATUSES, 'resolved', 'false_alarm', 'duplicate'] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

export const INCIDENT_STATUS_LABELS = {
  raised: 'Not acknowledged',
  acknowledged: 'Acknowledged',
  dispatched: 'Help is on the way',
  on_scene: 'On scene',
  resolved: 'Resolved',
  false_alarm: 'False alarm',
  duplicate: 'Duplicate',
} as const satisfies Record<IncidentStatus, string>;

export const isOpenIncident = (status: IncidentStatus): boolean =>
  (OPEN_INCIDENT_STATUSES as readonly IncidentStatus[]).includes(status);

/** The changes of state, each with the states that it comes from. */
export const INCIDENT_MOVES = {
  acknowledge: { from: ['raised'] },
  dispatch: { from: ['raised', 'acknowledged'] },
  arrive: { from: ['acknowledged', 'dispatched'] },
  resolve: { from: ['acknowledged', 'dispatched', 'on_scene'] },
  false_alarm: { from: ['raised', 'acknowledged', 'dispatched', 'on_scene'] },
  duplicate: { from: ['raised', 'acknowledged', 'dispatched', 'on_scene'] },
  reopen: { from: ['resolved', 'false_alarm', 'duplicate'] },
} as const satisfies Record<string, { from: readonly IncidentStatus[] }>;
export type IncidentMove = keyof typeof INCIDENT_MOVES;

/** Changes of one call, which a queue of strangers' calls does not take. */
export const MOVES_OF_ONE_CALL: readonly IncidentMove[] = ['dispatch', 'arrive', 'duplicate', 'reopen'];

/** The most usual outcomes, of which a person picks one or writes another. */
export const USUAL_OUTCOMES = [
  'Driver is safe, help was given',
  'Driver is safe, no help was needed',
  'Handed over to the police',
  'Handed over to an ambulance',
  'Car recovered',
] as const;

/** The most usual causes of a false alarm. */
export const USUAL_FALSE_ALARMS = [
  'Pressed by mistake',
  'A child or passenger pressed it',
  'Tested at fitting',
  'The tracker is faulty',
] as const;
