/** What a visitor is told of a subscription. Apart from the contract, so that no page carries its validation for two sentences. */
export const newsletterMessages = {
  success: 'Thank you for subscribing to our newsletter!',
  /** Where addresses have to be confirmed. */
  confirm: 'Please press the button in the message that we have just sent to you.',
  failure: 'Failed to subscribe. Please try again.',
}
