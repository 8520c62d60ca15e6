import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef, type ChangeEvent, type RefObject } from 'react';
import { errorMessage } from '../../api/client';
import type { Schema } from '../../api/types';
import { accentOf } from '../../shared/accent';
import { initial } from '../../shared/format/initial';
import { Button } from '../../ui/button';
import { sayFailure } from '../../ui/say-failure';
import { FormError, Section } from '../../ui/section';
import { toast } from '../../ui/toast';
import { removeLogo, setLogo, storefrontsQuery } from './queries';

type Storefront = Schema<'Storefront'>;

/** The storefront's logo. A chosen file is saved, and visible to customers, at once. */
export function LogoSection({ storefront }: { storefront: Storefront }) {
  const { guildId, name, logo } = storefront;
  const chooser = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const upload = useLogoChange((file: File) => setLogo(guildId, file), 'Logo saved!', chooseButton);
  const removal = useLogoChange(() => removeLogo(guildId), 'Logo removed!', chooseButton);
  const busy = upload.isPending || removal.isPending;
  const error = upload.error ?? removal.error;

  function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // Otherwise choosing the same file again would fire no change event.
    target.value = '';
    if (!file) return;
    removal.reset();
    upload.mutate(file);
  }

  function remove() {
    if (busy) return;
    upload.reset();
    // The button disappears together with the logo, so the focus has to move.
    removal.mutate(undefined, { onSuccess: () => chooseButton.current?.focus() });
  }

  return (
    <Section
      title="Logo"
      hint="Stands beside your shop's name on customers' pages, in their browser's tab, and where a link to them is pasted."
    >
      <div className="card flex items-center gap-5 px-5 py-4.5 max-sm:flex-col max-sm:items-stretch max-sm:px-4">
        <div className="flex min-w-0 flex-1 items-center gap-4">
          <BigMark storefront={storefront} />
          <div className="flex min-w-0 flex-col gap-1">
            <p className="font-medium">{logo ? 'Your logo' : 'No logo yet'}</p>
            <p className="text-small text-pretty wrap-anywhere text-fg2">
              {!logo && (
                <>
                  Customers see the first letter of <bdi>{name}</bdi>.{' '}
                </>
              )}
              A PNG, JPEG, WebP, GIF or SVG, best a square of 256&nbsp;×&nbsp;256.
            </p>
            {error && <FormError message={saying(error)} />}
          </div>
        </div>
        <div className="flex gap-2 max-sm:*:flex-1">
          {logo && (
            <Button
              size="sm"
              kind="ghost"
              busy={removal.isPending}
              icon={<Trash2 aria-hidden size={16} strokeWidth={1.75} />}
              onClick={remove}
            >
              Remove
            </Button>
          )}
          <Button
            ref={chooseButton}
            size="sm"
            busy={upload.isPending}
            icon={<ImageUp aria-hidden size={16} strokeWidth={1.75} />}
            onClick={() => chooser.current?.click()}
          >
            {logo ? 'Replace logo' : 'Upload logo'}
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            aria-label="Logo"
            accept=".png,.jpg,.jpeg,.webp,.gif,.svg"
            disabled={busy}
            onChange={take}
          />
        </div>
      </div>
    </Section>
  );
}

const saying = (error: Error) => errorMessage(error, 'Failed to change the logo');

function useLogoChange<Given>(
  change: (given: Given) => Promise<Storefront>,
  done: string,
  here: RefObject<Element | null>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    async onSuccess(saved) {
      queries.setQueryData(storefrontsQuery.queryKey, (all) =>
        all?.map((one) => (one.guildId === saved.guildId ? saved : one)),
      );
      toast(done);
      await queries.invalidateQueries({ queryKey: storefrontsQuery.queryKey });
    },
    onError: (error) => sayFailure(here, saying(error)),
  });
}

/** The logo at the size at which a chat shows it. */
function BigMark({ storefront: { name, logo, embedColor } }: { storefront: Storefront }) {
  if (logo) {
    return (
      <img
        src={logo}
        alt={`Logo of ${name}`}
        className="size-16 shrink-0 rounded-tall border border-line bg-bg object-contain p-1"
      />
    );
  }
  const { fill, on } = accentOf(embedColor);
  return (
    <span
      aria-hidden
      style={{ background: fill, color: on }}
      className="flex size-16 shrink-0 items-center justify-center rounded-tall text-figure-tile/none font-semibold"
    >
      {initial(name)}
    </span>
  );
}
