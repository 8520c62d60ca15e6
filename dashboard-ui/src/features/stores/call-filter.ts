import { oneOf } from '../../ui/use-address';
import type { CallFilter, Provider } from './queries';
import { storeFacts } from './store-facts';
import { allVerdicts } from './verdicts';

export const providers = Object.keys(storeFacts) as Provider[];

/** The filter that an address names. */
export const readCallFilter = (params: URLSearchParams): CallFilter => ({
  provider: oneOf(providers, params.get('store')),
  verdict: oneOf(allVerdicts, params.get('verdict')),
});
