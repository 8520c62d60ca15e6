/** Runs at build time; browsers never load it. */
export { homeTemplate } from './home-template';
