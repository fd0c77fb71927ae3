/** The promises of the site, as parts of sentences. Staff can change each; an empty one removes its sentence from the site. */
export const promises = {
  /** "We answer within …" */
  answerTime: 'one working day',
  /** "… reads every message." */
  reader: 'An engineer',
  /** "At most …" */
  newsletter: 'two e-mails a month',
}

/** The line under each form that stores personal data, as shipped. Its last sentence leads to the privacy document. Staff can change each; an empty one is not shown. */
export const consentLines = {
  contact: 'We keep what you write to answer you. Privacy Policy.',
  newsletter: 'We use your address to send you the newsletter, until you unsubscribe. Privacy.',
}

/** The texts next to the sign-up form in every footer, as shipped. */
export const newsletterWords = {
  footerTitle: 'Stay Updated',
  footerText: 'New articles and course dates, as they appear.',
}
