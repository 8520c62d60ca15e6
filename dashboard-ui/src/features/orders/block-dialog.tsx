import { useState } from 'react';
import { Checkbox } from '../../ui/checkbox';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useCarryOut } from '../../ui/use-carry-out';
import { addBlock } from '../blocklist/queries';
import { blockWords, type Blockable } from './blocking';

type BlockDialogProps = {
  orderId: string;
  choices: Blockable[];
  onClosed: () => void;
};

/** Asks what to block of an order's customer. */
export function BlockDialog({ orderId, choices: offered, onClosed }: BlockDialogProps) {
  const carryOut = useCarryOut('blocklist');
  // Choices that are blocked while the dialog is open stay on the screen.
  const [choices] = useState(offered);
  const [kinds, setKinds] = useState(choices.map(({ kind }) => kind));

  async function block() {
    for (const { kind, value } of choices.filter(({ kind }) => kinds.includes(kind))) {
      await addBlock({ kind, value, note: `Order ${orderId}` });
    }
  }

  return (
    <ConfirmDialog
      title="Block this customer?"
      text={
        <>
          <p>
            They redeem no more keys at any of your storefronts; a key they try stays unspent. This order
            stays as it is.
          </p>
          <fieldset className="mt-3 flex flex-col gap-1.5">
            <legend className="sr-only">What is blocked</legend>
            {choices.map(({ kind, value }) => (
              <label
                key={kind}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line px-3 py-2 hover:bg-s2"
              >
                <Checkbox
                  checked={kinds.includes(kind)}
                  onChange={({ target }) =>
                    setKinds(target.checked ? [...kinds, kind] : kinds.filter((one) => one !== kind))
                  }
                />
                <span className="flex min-w-0 flex-col">
                  <span className="text-small">{blockWords[kind]}</span>
                  <span className="wrap-anywhere text-fg">{value}</span>
                </span>
              </label>
            ))}
          </fieldset>
        </>
      }
      confirmLabel="Block"
      confirmDisabled={kinds.length === 0}
      failure="Failed to block"
      onConfirm={() => carryOut(block(), 'Blocked!')}
      onClosed={onClosed}
    />
  );
}
