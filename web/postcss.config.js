import { breakpoints } from './breakpoints.js';

export default { plugins: [breakpoints()] };
