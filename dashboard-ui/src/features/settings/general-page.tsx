import { DeliveryTextSection } from '../delivery-text/delivery-text-section';
import { DomainSection } from '../custom-domain/domain-section';
import { AccessCodeSection } from './access-code-section';
import { AppearanceSection } from './appearance-section';
import { SessionsSection } from './sessions-section';

export function GeneralPage() {
  return (
    <>
      <AccessCodeSection />
      <DeliveryTextSection />
      <DomainSection />
      <AppearanceSection />
      <SessionsSection />
    </>
  );
}
