import { useQuery } from '@tanstack/react-query';
import { useManages } from '../members/use-manages';
import { storefrontsQuery } from '../storefront/queries';
import { stepsCode } from './code/queries';
import { botQuery } from './queries';
import { useStepAnswers } from './use-step-answers';

/** The storefronts that a user may set up. */
function useToSetUp() {
  const { data = [], isFetched } = useQuery(storefrontsQuery);
  const manages = useManages();
  return { storefronts: manages ? data : [], isFetched };
}

/** Whether all that the checklist of a seller without orders shows is here. */
export function useIsChecklistKnown(isNew: boolean): boolean {
  const { storefronts, isFetched } = useToSetUp();
  const shown = isNew ? storefronts : [];
  const { areHere } = useStepAnswers(shown, false);
  const code = useQuery({ ...stepsCode, enabled: shown.length > 0 });
  return !isNew || (isFetched && (shown.length === 0 || (areHere && code.isFetched)));
}

/** The steps that are left until the shop sells on its own. Empty once all are done, and for users who may not do them. */
export function Checklist({ totalOrders }: { totalOrders: number }) {
  const { storefronts } = useToSetUp();
  const [first] = storefronts;
  const sold = totalOrders > 0;
  const { data: bot } = useQuery({ ...botQuery, enabled: sold && first !== undefined });
  // A seller with orders has done everything necessary, except perhaps inviting the bot to every server.
  const isLeft = !sold || (bot?.hasToken && bot.storefronts.some(({ isMember }) => isMember === false));
  const isShown = first !== undefined && isLeft === true;
  const { data: Steps } = useQuery({ ...stepsCode, enabled: isShown });
  if (!isShown || !Steps) return null;
  return <Steps storefronts={storefronts} first={first} orders={totalOrders} />;
}
