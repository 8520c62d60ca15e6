import { useLocation, useNavigation } from 'react-router';

/** Whether another screen is on its way. The same screen at another address does not count. */
export function useIsGoingElsewhere(): boolean {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  return location !== undefined && location.pathname !== pathname;
}
