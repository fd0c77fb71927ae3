const words = 'Copy'

/** Gives every code block a button; the stylesheet sets it into the block's corner, so that nothing moves. */
export function addCopyButtons(content: HTMLElement) {
  for (const block of content.querySelectorAll('pre')) {
    if (block.parentElement?.querySelector(':scope > [data-copy]')) continue
    const frame = document.createElement('div')
    frame.className = 'code-frame'
    block.replaceWith(frame)
    const button = document.createElement('button')
    button.type = 'button'
    button.dataset.copy = ''
    button.textContent = words
    frame.append(block, button)
  }
}

/** Copies the block that a button belongs to. @returns what to tell a screen reader */
export async function copyCode(button: HTMLButtonElement): Promise<string> {
  const code = button.parentElement?.querySelector('pre')?.textContent ?? ''
  const said = await navigator.clipboard.writeText(code).then(
    () => 'Copied',
    () => 'Copying failed',
  )
  button.textContent = said
  setTimeout(() => {
    button.textContent = words
  }, 2000)
  return said
}
