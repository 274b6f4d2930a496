/** An input whose order of day and month the browser's language would decide. */
const NATIVE = /\btype=(?:["']|\{["'])(?:date|month|week|datetime-local)["']|\btype:\s*["'](?:date|datetime-local)["']/;

/** Lines of the web, as `path:line`, with the browser's own input of a date. */
export const dateInputsIn = (path: string, text: string): string[] =>
  /^web\/app\/.*(?<!\.test)\.tsx?$/.test(path)
    ? text.split('\n').flatMap((line, index) => (NATIVE.test(line) ? [`${path}:${index + 1}`] : []))
    : [];
