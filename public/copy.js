/** Copies a code block, and says so on its button for a moment and to screen readers. The boot script loads this when the button is pressed. */
export async function copy(button) {
  const status = button.closest('.prose').nextElementSibling
  // A page that is not served over HTTPS has no clipboard.
  try {
    await navigator.clipboard.writeText(button.closest('.code-block').querySelector('pre').textContent)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Copying failed'
  }
  status.textContent = button.textContent
  setTimeout(() => {
    button.textContent = 'Copy'
    status.textContent = ''
  }, 2000)
}
