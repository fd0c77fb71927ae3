/** The texts of Contact as shipped. */
export const contactWords = {
  title: "Let's Connect",
  lead: 'Tell us what you are building, what is in the way, and when you need it.',
}

/** The texts after sending a message, apart from the contract so that no page loads its validation for two sentences. */
export const contactMessages = {
  success: 'Thank you for your message. We will get back to you soon!',
  failure: 'Sorry, there was an error sending your message. Please try again.',
}
