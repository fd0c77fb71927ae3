const word = 'Copy'

/** Gives every block of code a button, in the line above it that names its language: nothing moves for it. */
export function addCopyButtons(content: HTMLElement) {
  for (const head of content.querySelectorAll('.code-head:not(:has([data-copy]))')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.dataset.copy = ''
    button.textContent = word
    head.append(button)
  }
}

/** Copies the block that a button belongs to, and says so on it for a moment. @returns what to tell a screen reader */
export async function copyCode(button: HTMLElement): Promise<string> {
  const code = button.closest('.code-block')?.querySelector('pre')?.textContent ?? ''
  const message = await writeText(code)
  button.textContent = message
  setTimeout(() => {
    button.textContent = word
  }, 2000)
  return message
}

/** A page that is not served by https has no clipboard. */
async function writeText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return 'Copied'
  } catch {
    return 'Copying failed'
  }
}
