/**
 * Begins the empty message of the contact form with the sentence of a button (contact-form.tsx). The words that differ most are selected. The boot
 * script loads this when the button is pressed.
 */
export function press(button) {
  const { message } = button.form
  message.value = button.lastChild.textContent
  message.focus()
  message.setSelectionRange(message.value.lastIndexOf(', and ') + 6, message.value.length - 1)
  // Last, since the client notes text and selection with it, to put them back when it takes the form over.
  message.dispatchEvent(new Event('input', { bubbles: true }))
}
