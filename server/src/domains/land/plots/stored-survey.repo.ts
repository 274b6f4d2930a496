import type { Ring, SurveyRecord } from '@banbo/contract';
import type { StoredSurvey } from '#db/json-shapes.ts';

/**
 * The survey as it is stored. A server of the version before knows no UTM and would fail to show
 * the plot, so beside the numbers as written it finds the same corners in degrees.
 */
export const storedSurvey = (survey: SurveyRecord, ring: Ring): StoredSurvey => {
  const { text, ...written } = survey;
  if (written.grid !== 'utm_30' && written.grid !== 'utm_31') return survey;
  const points = ring.slice(0, -1).map(([lon, lat]) => ({ name: '', first: String(lon), second: String(lat) }));
  return { text, grid: 'degrees', order: 'east_north', points, written };
};

/** A stored survey in the grid and with the numbers of the plan. */
export const readSurvey = ({ written, ...survey }: StoredSurvey): SurveyRecord => ({ ...survey, ...written });
