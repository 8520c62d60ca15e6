import { Download, ExternalLink, QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button';
import { CopyButton, CopyTextButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { downloadText } from '../../ui/download';
import { First } from '../../ui/first';
import { useModal } from '../../ui/modal';
import { OnlyHere } from '../../ui/only-here';
import { QrCode, qrFile } from '../../ui/qr-code';
import { Section } from '../../ui/section';
import { Truncated } from '../../ui/truncated';
import { useOwnDomains } from '../custom-domain/use-own-domains';
import { activeDomain, customerLinks } from './customer-links';

type SharedLink = { name: string; href: string };

/** The links for customers: to open, to copy, to print. */
export function StorefrontLinks({ guildId }: { guildId: string }) {
  const domains = useOwnDomains();
  const [shown, setShown] = useState<SharedLink>();
  const domain = activeDomain(domains);
  const { redeem, liveStock } = customerLinks(guildId, domain);
  const links: SharedLink[] = [
    { name: 'Redeem page', href: redeem },
    { name: 'Live stock', href: liveStock },
    ...(domain ? [{ name: 'Front page', href: `https://${domain}/${guildId}` }] : []),
  ];
  return (
    <Section
      title="Links to share"
      hint="What your customers open. Put them where you sell."
      aside={<OnlyHere address={redeem} />}
    >
      <ul className="card min-w-0 divide-y divide-line">
        {links.map((link, index) => (
          <li key={link.name} className="flex items-center gap-2 px-5 py-2.5 max-sm:px-4">
            <div className="flex min-w-0 flex-1 flex-col">
              <a
                href={link.href}
                target="_blank"
                rel="noopener noreferrer"
                className="hit-44 inline-flex min-h-6 items-center gap-1.5 self-start rounded-badge font-medium hover:underline"
              >
                {link.name}
                <ExternalLink aria-hidden size={14} strokeWidth={1.75} className="text-fg3" />
              </a>
              <Truncated text={link.href} className="mono text-fg2" />
            </div>
            <First ready={index === 0}>
              <CopyButton size={36} text={link.href} label={`Copy the link to: ${link.name}`} />
            </First>
            <IconButton
              kind="secondary"
              label={`QR code of: ${link.name}`}
              icon={<QrIcon aria-hidden size={16} strokeWidth={1.75} />}
              onClick={() => setShown(link)}
            />
          </li>
        ))}
      </ul>
      {shown && <QrDialog link={shown} onClosed={() => setShown(undefined)} />}
    </Section>
  );
}

function QrDialog({ link, onClosed }: { link: SharedLink; onClosed: () => void }) {
  const modal = useModal(onClosed);
  return (
    <Dialog
      modal={modal}
      title={link.name}
      footer={
        <>
          <CopyTextButton size="md" text={link.href} label="Copy link" />
          <Button
            kind="primary"
            icon={<Download aria-hidden size={16} strokeWidth={2} />}
            onClick={() =>
              downloadText(`${link.name.toLowerCase().replace(' ', '-')}.svg`, qrFile(link.href))
            }
          >
            Download .svg
          </Button>
        </>
      }
    >
      <div className="mx-auto w-full max-w-72">
        <QrCode text={link.href} label={`QR code of ${link.href}`} />
      </div>
      <p className="mono text-center break-all text-fg2">{link.href}</p>
    </Dialog>
  );
}
