import { useSearchParams } from 'react-router';

/** Whether keys are being made stands in the address, so that a link can lead straight to it. */
export function useCreating(): [creating: boolean, set: (creating: boolean) => void] {
  const [params, setParams] = useSearchParams();

  function set(creating: boolean) {
    const next = new URLSearchParams(params);
    if (creating) next.set(name, '');
    else next.delete(name);
    setParams(next, { replace: true, preventScrollReset: true });
  }

  return [params.has(name), set];
}

const name = 'create';
