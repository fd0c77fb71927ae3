/** The texts after sending a message, apart from the contract so that no page loads its validation for two sentences. */
export const contactMessages = {
  success: 'Thank you for your message. We will get back to you soon!',
  failure: 'Sorry, there was an error sending your message. Please try again.',
}
