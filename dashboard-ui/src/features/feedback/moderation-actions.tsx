import type { LucideIcon } from 'lucide-react';
import { ActionMenu } from '../../ui/action-menu';
import { Button } from '../../ui/button';

type Action = { label: string; icon: LucideIcon; onPick: () => void };

type ModerationActionsProps = {
  /** The name of the entry, for the label: `Actions for Filter orders by guild`. */
  subject: string;
  /** Undefined when the entry has its final status. */
  advance: Action | undefined;
  remove: Action;
  busy: boolean;
};

/** The actions that an admin has on a row: two buttons, on phones a menu. */
export function ModerationActions({ subject, advance, remove, busy }: ModerationActionsProps) {
  return (
    <>
      <div className="flex items-start gap-1 max-sm:hidden">
        {advance && (
          <Button size="sm" aria-label={`${advance.label} ${subject}`} busy={busy} onClick={advance.onPick}>
            {advance.label}
          </Button>
        )}
        <Button
          kind="ghost"
          size="sm"
          aria-label={`${remove.label} ${subject}`}
          onClick={remove.onPick}
          className="not-disabled:hover:text-red!"
        >
          {remove.label}
        </Button>
      </div>
      <ActionMenu
        label={`Actions for ${subject}`}
        className="-my-1 -mr-1.5 self-start sm:hidden"
        actions={[...(advance ? [toItem(advance)] : []), { ...toItem(remove), danger: true }]}
      />
    </>
  );
}

function toItem({ label, icon: Icon, onPick }: Action) {
  return { label, icon: <Icon aria-hidden size={16} strokeWidth={1.75} />, onPick };
}
