/**
 * Marks that stand in a page for its own weights in KB, compressed: of the document, of the script in it, and of the fonts that it loads. The
 * server replaces them when it has made the document.
 */
export const measured = {
  document: '{{weight of the document}}',
  script: '{{weight of the script}}',
  fonts: '{{weight of the fonts}}',
}
