import { DeliveryTextSection } from '../delivery-text/delivery-text-section';
import { DomainSection } from '../custom-domain/domain-section';
import { useRights } from '../members/use-rights';
import { AccessCodeSection } from './access-code-section';
import { AppearanceSection } from './appearance-section';
import { SessionsSection } from './sessions-section';

/** What is a seller's, a helper has none of; a manager keeps the delivery text. */
export function GeneralPage() {
  const { manages, owns } = useRights();
  return (
    <>
      <AccessCodeSection />
      {manages && <DeliveryTextSection />}
      {owns && <DomainSection />}
      <AppearanceSection />
      <SessionsSection />
    </>
  );
}
