import '../public.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readFront } from '../place';
import { FrontPage } from './front-page';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <FrontPage {...readFront(document)} />
    </StrictMode>,
  );
}
