import { useEffect } from 'react';
import { useConfig } from '../api/bootstrap';

export function usePageTitle(title: string) {
  const { brand } = useConfig();
  useEffect(() => {
    document.title = title.startsWith(brand.name) ? title : `${title} · ${brand.name}`;
  }, [title, brand.name]);
}
