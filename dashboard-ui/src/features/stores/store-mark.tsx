import type { Provider } from './queries';
import { storeFacts } from './store-facts';

/** Two letters in the store's colour. The store's name is always beside it. */
export function StoreMark({ provider, size = 36 }: { provider: Provider; size?: 28 | 36 }) {
  const { letters, colour } = storeFacts[provider].mark;
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 36 36" className="shrink-0">
      <rect width="36" height="36" rx="9" fill={colour} />
      <rect x=".5" y=".5" width="35" height="35" rx="8.5" fill="none" stroke="#ffffff" strokeOpacity=".16" />
      <text
        x="18"
        y="23"
        textAnchor="middle"
        fontSize="14"
        fontWeight="650"
        letterSpacing="-.2"
        fill="#ffffff"
      >
        {letters}
      </text>
    </svg>
  );
}
