import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../shared/format/number';
import { longestDeliveryText } from '../../shared/limits.gen';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { LeaveGuard } from '../../ui/leave-guard';
import { CardFooter, Section } from '../../ui/section';
import { countCharacters } from './delivery-text';
import { Preview } from './preview';
import { StoreUses } from './store-uses';
import { TextEditor } from './text-editor';
import { useDeliveryText } from './use-delivery-text';

export function DeliveryTextSection() {
  const editor = useDeliveryText();
  const [asking, setAsking] = useState(false);
  return (
    <Section
      title="Autobuy Delivery Text"
      hint="Sent to the customer by your store after a purchase."
      aside={editor.dirty && <Badge status="unsaved changes" />}
    >
      <div aria-busy={editor.status === 'loading'} className="card min-w-0">
        <div className="flex flex-col gap-4 px-5 py-4.5 max-sm:px-4">
          <TextEditor
            text={editor.text}
            loading={editor.status === 'loading'}
            onChange={editor.change}
            error={editor.status === 'failed' ? 'Failed to load autobuy delivery text' : undefined}
          />
          <Preview text={editor.text} />
          <StoreUses />
        </div>
        <CardFooter fact={<Counter text={editor.text} known={editor.status === 'ready' || editor.dirty} />}>
          <Button
            kind="ghost"
            size="sm"
            busy={editor.reloading}
            icon={<RefreshCw aria-hidden size={16} strokeWidth={1.75} />}
            onClick={() => (editor.dirty ? setAsking(true) : void editor.reload())}
          >
            Reload
          </Button>
          <Button
            kind="primary"
            size="sm"
            busy={editor.saving}
            // A text that could not be loaded counts as empty, and can be written anew.
            disabled={editor.status === 'loading' || (!editor.dirty && !editor.saving)}
            onClick={editor.save}
          >
            Save
          </Button>
        </CardFooter>
      </div>
      {asking && (
        <ConfirmDialog
          title="Reload without saving?"
          text="Your changes are not saved yet. The saved text takes their place."
          confirmLabel="Reload"
          onConfirm={editor.reload}
          onClosed={() => setAsking(false)}
        />
      )}
      <LeaveGuard
        dirty={editor.dirty}
        text="Your changes are not saved yet. When you leave this screen they are lost."
      />
    </Section>
  );
}

const nearlyFull = 4500;

function Counter({ text, known }: { text: string; known: boolean }) {
  const count = countCharacters(text);
  const colour = count >= longestDeliveryText ? 'text-red' : count >= nearlyFull ? 'text-amber' : '';
  return (
    <>
      <span className={colour}>
        {known ? count : '–'} / {longestDeliveryText}
      </span>
      <span role="status" className="sr-only">
        {count >= longestDeliveryText && `No more than ${formatNumber(longestDeliveryText)} characters fit.`}
      </span>
    </>
  );
}
