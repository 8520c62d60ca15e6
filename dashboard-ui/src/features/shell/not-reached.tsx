import { Lock } from 'lucide-react';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { Page } from '../../ui/page';

/** Shown instead of a screen that a helper's role does not allow. */
export function NotReached() {
  return (
    <Page title="No access">
      <div className="card">
        <Empty
          icon={Lock}
          title="Your role does not reach this"
          text="Whoever runs the storefront can change what you may do."
        >
          <ButtonLink to={paths.home}>Home</ButtonLink>
        </Empty>
      </div>
    </Page>
  );
}
