/** Tailwind for a seller's page: generates the styles of the classes in it. */
import '@tailwindcss/browser';
