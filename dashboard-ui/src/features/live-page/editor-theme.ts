import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--fg)', backgroundColor: 'var(--bg)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontSize: '0.8125rem',
    lineHeight: '1.25rem',
    fontFeatureSettings: "'zero'",
    scrollbarColor: 'var(--line2) transparent',
  },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--pink)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--pink)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--fg3)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 16px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--s1) 85%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--s1)', color: 'var(--fg)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--pink) 22%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'color-mix(in srgb, var(--pink) 16%, transparent)',
    outline: '1px solid color-mix(in srgb, var(--pink) 45%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--pink) 12%, transparent)' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--amber-fill) 30%, transparent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in srgb, var(--amber-fill) 55%, transparent)' },
  '.cm-panels': {
    backgroundColor: 'var(--s2)',
    color: 'var(--fg)',
    borderColor: 'var(--line)',
    fontFamily: 'var(--sans)',
  },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 12px', fontSize: '0.8125rem' },
  '.cm-panel.cm-search :is(input, button, label)': { fontSize: '0.8125rem' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--fg2)', fontSize: '1.125rem', right: '8px' },
  '.cm-textfield': {
    border: '1px solid var(--input)',
    borderRadius: '6px',
    padding: '3px 8px',
    backgroundColor: 'var(--input-bg)',
    color: 'var(--fg)',
  },
  '.cm-button': {
    border: '1px solid var(--line2)',
    borderRadius: '6px',
    padding: '3px 8px',
    background: 'var(--secondary-bg)',
    color: 'var(--fg)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line2)',
    borderRadius: '8px',
    backgroundColor: 'var(--s2)',
    color: 'var(--fg)',
    boxShadow: 'var(--sh2)',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--s3)', color: 'var(--fg)' },
  '.cm-completionDetail': { color: 'var(--fg3)' },
});

const { definition, function: functionOf, special } = tags;

const colours = HighlightStyle.define([
  {
    tag: [
      tags.keyword,
      tags.controlKeyword,
      tags.moduleKeyword,
      tags.definitionKeyword,
      tags.operatorKeyword,
    ],
    color: 'var(--pink-text)',
  },
  { tag: [tags.string, special(tags.string), tags.attributeValue, tags.regexp], color: 'var(--green)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--amber)' },
  {
    tag: [
      tags.tagName,
      tags.angleBracket,
      tags.className,
      functionOf(tags.variableName),
      functionOf(definition(tags.variableName)),
      functionOf(tags.propertyName),
    ],
    color: 'var(--blue)',
  },
  { tag: tags.comment, color: 'var(--fg3)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--red)' },
]);

/** The editor in the colours of the page, dark and light. */
export const editorTheme = [look, syntaxHighlighting(colours)];
