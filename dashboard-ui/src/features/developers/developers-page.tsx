import { Page } from '../../ui/page';
import { ApiKeysSection } from './api-keys-section';
import { EndpointsSection } from './endpoints-section';

/** What a seller's own services are told, and with which keys a seller's own programs call. */
export function DevelopersPage() {
  return (
    <Page title="Developers">
      <EndpointsSection />
      <ApiKeysSection />
    </Page>
  );
}
