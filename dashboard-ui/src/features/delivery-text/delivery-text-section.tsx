import { ChevronRight, RefreshCw } from 'lucide-react';
import { formatNumber } from '../../shared/format/number';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { LeaveGuard } from '../../ui/leave-guard';
import { CardFooter, Section } from '../../ui/section';
import { Skeleton } from '../../ui/skeleton';
import { countCharacters, fillIn, longestText } from './delivery-text';
import { TextEditor } from './text-editor';
import { useDeliveryText } from './use-delivery-text';

export function DeliveryTextSection() {
  const editor = useDeliveryText();
  return (
    <Section
      title="Autobuy Delivery Text"
      hint="Sent to the customer by your store after a purchase."
      aside={editor.dirty && <Badge status="unsaved changes" />}
    >
      <div aria-busy={editor.status === 'loading'} className="card min-w-0">
        <div className="flex flex-col gap-4 px-5 py-4.5 max-sm:px-4">
          {editor.status === 'loading' ? (
            <Skeleton className="h-[222px]" />
          ) : (
            <>
              <TextEditor
                text={editor.text}
                onChange={editor.change}
                error={editor.status === 'failed' ? 'Failed to load autobuy delivery text' : undefined}
              />
              <Preview text={editor.text} />
            </>
          )}
        </div>
        <CardFooter fact={<Counter text={editor.text} />}>
          <Button
            kind="ghost"
            size="sm"
            busy={editor.reloading}
            icon={<RefreshCw aria-hidden size={16} strokeWidth={1.75} />}
            onClick={() => void editor.reload()}
          >
            Reload
          </Button>
          <Button
            kind="primary"
            size="sm"
            busy={editor.saving}
            disabled={!editor.dirty && !editor.saving}
            onClick={editor.save}
          >
            Save
          </Button>
        </CardFooter>
      </div>
      <LeaveGuard
        dirty={editor.dirty}
        text="Your changes are not saved yet. When you leave this screen they are lost."
      />
    </Section>
  );
}

const nearlyFull = 4500;

function Counter({ text }: { text: string }) {
  const count = countCharacters(text);
  const colour = count >= longestText ? 'text-red' : count >= nearlyFull ? 'text-amber' : '';
  return (
    <>
      <span className={colour}>
        {count} / {longestText}
      </span>
      <span role="status" className="sr-only">
        {count >= longestText && `No more than ${formatNumber(longestText)} characters fit.`}
      </span>
    </>
  );
}

const exampleGuild = '112233445566778899';
const exampleKey = 'RX81P-V6NDK-94FMZ-TQ2CE';

/** The message of an example purchase. */
function Preview({ text }: { text: string }) {
  const told = fillIn(text, {
    '{key}': exampleKey,
    '{redeem_url}': location.origin + paths.redeem(exampleGuild),
    '{status_url}': location.origin + paths.order(exampleGuild, exampleKey),
    '{amount}': '14',
    '{stock}': 'One Month Tokens',
  });
  return (
    <details className="group rounded-control border border-line bg-s2">
      <summary className="flex min-h-9 list-none items-center gap-2 rounded-control px-3 text-small font-medium max-sm:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className="text-fg3 transition-transform duration-(--t-hover) group-open:rotate-90"
        />
        Preview with an example purchase
      </summary>
      <p className="max-h-80 overflow-y-auto border-t border-line px-3.5 py-3 text-small wrap-anywhere whitespace-pre-wrap">
        {told}
      </p>
    </details>
  );
}
