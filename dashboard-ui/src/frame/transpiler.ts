import { compile } from './compile';

/** The transpiler of a seller's page, as a global. */
Object.assign(window, { BoostdeskTranspiler: { compile } });
