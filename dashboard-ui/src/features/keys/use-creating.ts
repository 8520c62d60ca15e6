import { useLocation, useSearchParams } from 'react-router';

/** Whether keys are being made stands in the address, so that a link can lead straight to it. */
export function useCreating(): [creating: boolean, set: (creating: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();

  function set(creating: boolean) {
    const next = new URLSearchParams(params);
    if (creating) next.set(name, '');
    else next.delete(name);
    // The way to the page of keys below goes along.
    setParams(next, { replace: true, preventScrollReset: true, state });
  }

  return [params.has(name), set];
}

const name = 'create';
