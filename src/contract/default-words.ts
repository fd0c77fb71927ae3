/** The promises of the site, as parts of sentences. Staff can change each; an empty one removes its sentence from the site. */
export const promises = {
  /** "We reply within …" */
  answerTime: 'one working day',
  /** "… reads every message." */
  reader: 'An engineer',
  /** "At most …" */
  newsletter: 'two emails a month',
}

/** The line under each form that stores personal data, as shipped. Its last sentence leads to the privacy document. Staff can change each; an empty one is not shown. */
export const consentLines = {
  contact: 'We use these details to reply to you. Privacy Policy.',
  newsletter: 'We use your address to send you the newsletter, until you unsubscribe. Privacy.',
}

/** The texts next to the sign-up form in every footer, as shipped. */
export const signUpWords = {
  footerTitle: 'Stay Updated',
  footerText: 'New articles and course dates, as they appear.',
}

/** The figures of Home and of About. Staff can change each of them, and what they count. */
export const figures = {
  name1: 'Global Clients',
  home1: '30+',
  about1: '30+',
  name2: 'Projects Delivered',
  home2: '50+',
  about2: '50+',
  name3: 'Expert Team',
  home3: '10+',
  about3: '10',
  name4: 'Years Experience',
  home4: '5+',
  about4: '5+',
}
