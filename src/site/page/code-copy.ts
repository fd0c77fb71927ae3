const label = 'Copy'

/** Adds a copy button to every code block, in the line that names its language, so that nothing shifts. */
export function addCopyButtons(content: HTMLElement) {
  for (const head of content.querySelectorAll('.code-head:not(:has([data-copy]))')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.dataset.copy = ''
    button.textContent = label
    head.append(button)
  }
}

/** Copies the button's code block and confirms it on the button for a moment. @returns the message for screen readers */
export async function copyCode(button: HTMLElement): Promise<string> {
  const code = button.closest('.code-block')?.querySelector('pre')?.textContent ?? ''
  const message = await writeText(code)
  button.textContent = message
  setTimeout(() => {
    button.textContent = label
  }, 2000)
  return message
}

/** A page that is not served over HTTPS has no clipboard. */
async function writeText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return 'Copied'
  } catch {
    return 'Copying failed'
  }
}
