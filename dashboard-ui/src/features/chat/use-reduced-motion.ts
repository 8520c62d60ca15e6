import { useMedia } from '../../shared/use-media';

export const useReducedMotion = () => useMedia('(prefers-reduced-motion: reduce)');
