/**
 * Placeholders for a page's compressed weights in KB: its document, the script in it, and the fonts that it loads. The
 * server replaces them once it has made the document.
 */
export const measured = {
  document: '{{weight of the document}}',
  script: '{{weight of the script}}',
  fonts: '{{weight of the fonts}}',
}
