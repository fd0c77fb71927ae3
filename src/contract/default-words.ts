/** The promises of the site, as parts of sentences. Staff can change each; an empty one removes its sentence from the site. */
export const promises = {
  /** "We answer within …" */
  answerTime: 'one working day',
  /** "… reads every message." */
  reader: 'An engineer',
  /** "At most …" */
  newsletter: 'two e-mails a month',
}

/** The texts next to the sign-up form in every footer, as shipped. */
export const newsletterWords = {
  footerTitle: 'Stay Updated',
  footerText: 'New articles and course dates, as they appear.',
}
