import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, storedTheme, type Theme } from '../../shared/theme';
import { CardFooter, Section } from '../../ui/section';
import { MentionNoticesSwitch } from '../chat/mention-notices-switch';
import { useRights } from '../members/use-rights';
import { OrderNoticesSwitch } from '../orders/order-notices-switch';

const choices = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
] as const;

/** Preferences that are stored only in this browser. */
export function AppearanceSection() {
  const { packs } = useRights();
  return (
    <Section
      title="This Browser"
      hint="How the dashboard looks and speaks up here. Other browsers have their own."
    >
      <div className="card min-w-0">
        <div className="px-5 py-4.5 max-sm:px-4">
          <ThemeChoice />
        </div>
        <CardFooter
          fact={
            <div className="flex flex-col gap-1">
              {packs && <OrderNoticesSwitch />}
              <MentionNoticesSwitch />
            </div>
          }
        />
      </div>
    </Section>
  );
}

function ThemeChoice() {
  const [chosen, setChosen] = useState(storedTheme);

  function choose(theme: Theme) {
    chooseTheme(theme);
    setChosen(theme);
  }

  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-small font-medium">Theme</legend>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        {choices.map(({ theme, label, icon: Icon }) => (
          <label
            key={theme}
            className="hover-fast flex h-9 cursor-pointer items-center justify-center gap-2 rounded-control border border-line2 bg-secondary-bg px-3.5 font-medium text-fg2 outline-offset-2 outline-pink-text hover:bg-s3 has-checked:border-pink-text has-checked:text-fg has-[:checked:not(:focus-visible)]:chosen has-focus-visible:outline-2 max-sm:h-11 max-sm:px-1.5"
          >
            <input
              type="radio"
              name="theme"
              value={theme}
              checked={chosen === theme}
              onChange={() => choose(theme)}
              className="sr-only"
            />
            <Icon aria-hidden size={16} strokeWidth={1.75} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
