/** The texts after subscribing, apart from the contract so that no page loads its validation for three sentences. */
export const newsletterMessages = {
  success: 'Thank you for subscribing to our newsletter!',
  /** Where addresses have to be confirmed. */
  confirm: 'Please press the button in the message that we have just sent to you.',
  failure: 'Failed to subscribe. Please try again.',
}
