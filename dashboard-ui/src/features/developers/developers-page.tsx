import { Page } from '../../ui/page';
import { ApiKeysSection } from './api-keys-section';
import { EndpointsSection } from './endpoints-section';

/** The endpoints of a seller's own services, and the API keys of a seller's own programs. */
export function DevelopersPage() {
  return (
    <Page title="Developers">
      <EndpointsSection />
      <ApiKeysSection />
    </Page>
  );
}
