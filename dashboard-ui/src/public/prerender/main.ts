/** Runs while the dashboard is built; no browser ever loads it. */
export { examples } from './examples';
export { templates } from './templates';
