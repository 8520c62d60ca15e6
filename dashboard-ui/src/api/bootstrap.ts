import { createContext, useContext } from 'react';
import { api } from './client';
import type { Schema } from './types';

type Config = Schema<'Config'>;

/** The runtime settings that the server wrote into the page. The development server cannot, so there they are fetched. */
export async function loadConfig(): Promise<Config> {
  const element = document.getElementById('boostdesk');
  const { config } = JSON.parse(element?.textContent || '{}') as Partial<Schema<'Bootstrap'>>;
  return config ?? api.get('/api/config');
}

export const ConfigContext = createContext<Config | null>(null);

export function useConfig(): Config {
  const config = useContext(ConfigContext);
  if (!config) throw new Error('useConfig needs a ConfigContext above it');
  return config;
}
