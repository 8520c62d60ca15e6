import { CircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useConfig } from '../../api/bootstrap';
import { Mark } from '../../ui/mark';
import { usePageTitle } from '../../ui/use-page-title';
import { AccessCodeHelp } from './access-code-help';
import { LoginForm } from './login-form';
import { PromoBanner } from './promo-banner';

export function LoginPage({ onSignedIn }: { onSignedIn: () => void }) {
  const { brand, promo } = useConfig();
  const [helpOpen, setHelpOpen] = useState(false);
  usePageTitle(`${brand.name} Access`);
  return (
    <div className="flex min-h-dvh flex-col">
      {promo && <PromoBanner promo={promo} />}
      <main className="relative isolate flex flex-1 flex-col items-center justify-center px-4 py-8">
        <div className="chevron-ground" />
        {/* The margin is the height of an error: the card grows downwards only, and stays where it is. */}
        <div className="flex w-full flex-col items-center gap-5 has-aria-invalid:-mb-6">
          <div className="flex w-full max-w-100 flex-col items-center gap-6 rounded-dialog border border-line bg-s1 p-8 shadow-dialog max-sm:p-6">
            <Mark size={48} />
            <header className="-mt-2 flex flex-col gap-1 text-center">
              <h1 className="text-title">{brand.name} Access</h1>
              <p className="text-balance text-fg2">
                Enter your unique access code to continue to your dashboard
              </p>
            </header>
            <LoginForm onSignedIn={onSignedIn} />
            <button
              type="button"
              onClick={() => setHelpOpen(true)}
              className="hover-fast -my-2 inline-flex min-h-9 items-center gap-2 rounded-control px-2 font-medium text-fg2 hover:text-fg max-sm:min-h-11"
            >
              <CircleQuestionMark aria-hidden size={16} strokeWidth={1.75} />
              Need help finding your access code?
            </button>
          </div>
          <p className="text-center text-small text-balance text-fg3">
            Your access code is generated automatically at bot startup.
          </p>
        </div>
      </main>
      {helpOpen && <AccessCodeHelp onClosed={() => setHelpOpen(false)} />}
    </div>
  );
}
