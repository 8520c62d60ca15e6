import { CodeXml } from 'lucide-react';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/button';
import { Page } from '../../ui/page';
import { DeliveryTextSection } from '../delivery-text/delivery-text-section';
import { DomainSection } from '../custom-domain/domain-section';
import { useRights } from '../members/use-rights';
import { AccessCodeSection } from './access-code-section';
import { AppearanceSection } from './appearance-section';
import { SessionsSection } from './sessions-section';

/** Sections that belong to a seller are hidden from helpers, except the delivery text for managers. */
export function SettingsPage() {
  const { manages, owns } = useRights();
  return (
    <Page
      title="Settings"
      actions={
        owns && (
          <ButtonLink to={paths.livePage} icon={<CodeXml aria-hidden size={16} strokeWidth={1.75} />}>
            Edit Live Stock
          </ButtonLink>
        )
      }
    >
      <AccessCodeSection />
      {manages && <DeliveryTextSection />}
      {owns && <DomainSection />}
      <AppearanceSection />
      <SessionsSection />
    </Page>
  );
}
