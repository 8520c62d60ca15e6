import * as React from 'react';
import * as ReactDOM from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';

/** React for a seller's page, as the globals that React's own scripts used to be. */
Object.assign(window, { React, ReactDOM: { ...ReactDOM, createRoot, hydrateRoot } });
