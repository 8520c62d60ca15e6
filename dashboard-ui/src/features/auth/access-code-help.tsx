import { MessageSquare, RefreshCw, Terminal, type LucideIcon } from 'lucide-react';
import { Dialog } from '../../ui/dialog';
import { useModal } from '../../ui/modal';

type Place = { icon: LucideIcon; title: string; text: string };

const places: Place[] = [
  {
    icon: Terminal,
    title: 'Check the console output',
    text: "The code stands in the bot's console output each time it starts.",
  },
  {
    icon: MessageSquare,
    title: 'Look in the log channel',
    text: "The bot posts it as an embed message in the community server's log channel.",
  },
  {
    icon: RefreshCw,
    title: 'Restart the bot',
    text: 'Restarting the bot generates a new code. The old one stops working.',
  },
];

export function AccessCodeHelp({ onClosed }: { onClosed: () => void }) {
  const modal = useModal(onClosed);
  return (
    <Dialog modal={modal} title="Access Code Help" subtitle="Three places to find your code.">
      <ol className="flex flex-col gap-5">
        {places.map(({ icon: Icon, title, text }, index) => (
          <li key={title} className="flex gap-3.5">
            <span className="flex size-9 shrink-0 items-center justify-center rounded-control border border-line bg-s2 text-pink-text">
              <Icon aria-hidden size={18} strokeWidth={1.75} />
            </span>
            <div className="flex flex-col gap-0.5">
              <p className="font-medium">
                {index + 1}. {title}
              </p>
              <p className="text-small text-pretty text-fg2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="rounded-control border border-line bg-s2 px-3.5 py-2.5 text-small text-pretty text-fg2">
        The code is generated automatically at bot startup.
      </p>
    </Dialog>
  );
}
