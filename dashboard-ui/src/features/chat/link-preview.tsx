import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useRef } from 'react';
import { Truncated } from '../../ui/truncated';
import { useBroken } from './carried';
import { onHost, previewQuery, useChatHost, type Preview } from './queries';
import { useSeen } from './use-seen';

/** A preview of a linked page, once the server has fetched it. Shows nothing on failure. */
export function LinkPreview({ url }: { url: string }) {
  const host = useChatHost();
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const { data } = useQuery({ ...previewQuery(host, url), enabled: seen });
  return (
    <div ref={place} className="max-w-full empty:-mb-1.5">
      {data && hasContent(data) && <Card url={url} preview={data} />}
    </div>
  );
}

function hasContent({ title, description, image, media_url }: Preview): boolean {
  return Boolean(title || description || image || media_url);
}

function Card({ url, preview }: { url: string; preview: Preview }) {
  const { title, description, site, media_type: type } = preview;
  const host = useChatHost();
  const [broken, onBroken] = useBroken();
  const link = { href: url, target: '_blank', rel: 'noopener noreferrer nofollow ugc' };
  const picture = type === 'image' ? preview.media_url : null;
  const small = preview.image ?? null;

  // A picture that cannot be shown is replaced by the title.
  if (picture && !(broken && title))
    return broken ? null : (
      <a
        {...link}
        aria-label={`Open image ${url}`}
        className="block w-fit overflow-hidden rounded-tall border border-line bg-s2"
      >
        <img
          src={onHost(host, picture)}
          alt=""
          loading="lazy"
          onError={onBroken}
          className="max-h-80 max-w-80 object-contain max-sm:max-w-full"
        />
      </a>
    );

  return (
    <a
      {...link}
      className="hover-fast group flex w-fit max-w-105 overflow-hidden rounded-tall border border-line border-l-3 border-l-line2 bg-s1 hover:bg-s2"
    >
      <span className="flex min-w-0 flex-col gap-0.5 px-3.5 py-2.5">
        <Truncated text={site ?? new URL(url).host} className="text-caption font-normal text-fg3" />
        {title && (
          <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere group-hover:underline">
            {title}
          </span>
        )}
        {description && (
          <span dir="auto" className="line-clamp-2 text-small wrap-anywhere text-fg2">
            {description}
          </span>
        )}
        {type === 'video' && (
          <span className="mt-1 inline-flex items-center gap-1.5 text-small font-medium text-pink-text">
            <Play aria-hidden size={14} strokeWidth={2} />
            Watch
          </span>
        )}
      </span>
      {small && !broken && (
        <img
          src={onHost(host, small)}
          alt=""
          loading="lazy"
          onError={onBroken}
          className="m-2.5 ml-0 size-18 shrink-0 rounded-badge object-cover"
        />
      )}
    </a>
  );
}
