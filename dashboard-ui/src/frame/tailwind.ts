/** Tailwind for a seller's page: makes the styles of the classes it finds. */
import '@tailwindcss/browser';
