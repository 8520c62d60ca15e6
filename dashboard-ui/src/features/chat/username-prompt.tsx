import { MessageCircle } from 'lucide-react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { useModal } from '../../ui/modal';
import { useScreenTitle } from '../../ui/page';
import { UsernameForm } from './username-form';

type UsernamePromptProps = { suggestion: string; onChoose: (name: string) => void };

/** Asks for a name on the first visit. */
export function UsernamePrompt({ suggestion, onChoose }: UsernamePromptProps) {
  useScreenTitle('Chat');
  return (
    <div className="relative isolate flex flex-1 items-center justify-center p-4">
      <div className="chevron-ground" />
      <div className="card flex w-100 max-w-full flex-col gap-5 p-6 max-sm:p-5">
        <div className="flex flex-col items-center gap-3 text-center">
          <span className="flex size-12 items-center justify-center rounded-tile border border-line bg-s2">
            <MessageCircle aria-hidden size={22} strokeWidth={1.75} className="text-pink-text" />
          </span>
          <div className="flex flex-col gap-1">
            <h1 className="text-title">Choose a username</h1>
            <p className="text-balance text-fg2">One room for everybody who sells here. Be kind.</p>
          </div>
        </div>
        <UsernameForm initial={suggestion} onChoose={onChoose} className="flex flex-col">
          {(formId) => (
            <Button type="submit" form={formId} kind="primary" size="lg" className="w-full">
              Join the chat
            </Button>
          )}
        </UsernameForm>
      </div>
    </div>
  );
}

type RenameDialogProps = { name: string; onChoose: (name: string) => void; onClosed: () => void };

/** Changes the name: later messages carry the new one, earlier ones keep theirs. */
export function RenameDialog({ name, onChoose, onClosed }: RenameDialogProps) {
  const modal = useModal(onClosed);
  function choose(chosen: string) {
    onChoose(chosen);
    modal.close();
  }
  return (
    <Dialog modal={modal} title="Change your username">
      <UsernameForm initial={name} onChoose={choose} className="flex flex-col">
        {(formId) => (
          <div className="flex justify-end gap-2 max-sm:*:flex-1">
            <Button onClick={modal.close}>Cancel</Button>
            <Button type="submit" form={formId} kind="primary">
              Save
            </Button>
          </div>
        )}
      </UsernameForm>
    </Dialog>
  );
}
