/**
 * Notes what is typed and selected in the text boxes of a part of the document. Hydration writes the server's text into them again.
 * @returns puts it back where that has happened
 */
export const keepTyped = (part: ParentNode) => {
  const kept = [...part.querySelectorAll('textarea')].map(
    (box) => [box, box.value, box.selectionStart, box.selectionEnd] as const,
  )
  return () => {
    for (const [box, text, start, end] of kept)
      if (box.value !== text) {
        box.value = text
        box.setSelectionRange(start, end)
      }
  }
}
