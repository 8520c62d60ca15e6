import { CodeXml } from 'lucide-react';
import { Outlet } from 'react-router';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/button';
import { Page } from '../../ui/page';
import { useRights } from '../members/use-rights';

export function SettingsLayout() {
  const { owns } = useRights();
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
      <Outlet />
    </Page>
  );
}
