import * as React from 'react';
import * as ReactDOM from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';

/** React for a seller's page, as the globals that React's UMD builds used to define. */
Object.assign(window, { React, ReactDOM: { ...ReactDOM, createRoot, hydrateRoot } });
