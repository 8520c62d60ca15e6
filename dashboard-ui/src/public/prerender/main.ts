/** Runs at build time; browsers never load it. */
export { examples } from './examples';
export { templates } from './templates';
