/** Runs while the dashboard is built; no browser ever loads it. */
export { homeTemplate } from './home-template';
