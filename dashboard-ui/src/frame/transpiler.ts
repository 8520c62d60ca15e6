import { compile } from './compile';

/** The compiler of a seller's page, as a global. */
Object.assign(window, { BoostdeskTranspiler: { compile } });
