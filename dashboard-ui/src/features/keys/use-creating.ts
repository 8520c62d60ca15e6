import { useLocation } from 'react-router';
import { useAddress } from '../../ui/use-address';

/** Whether keys are being made stands in the address, so that a link can lead straight to it. */
export function useCreating(): [creating: boolean, set: (creating: boolean) => void] {
  const { params, change } = useAddress();
  const { state } = useLocation();
  // The way to the page of keys below goes along.
  const set = (creating: boolean) =>
    change({ create: creating ? 1 : null }, { replace: true, preventScrollReset: true, state });
  return [params.has('create'), set];
}
