import './public.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PublicApp } from './public-app';
import { readPlace } from './place';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <PublicApp place={readPlace(document, location.pathname)} />
    </StrictMode>,
  );
}
