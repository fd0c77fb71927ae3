/** The texts next to the sign-up form in every footer, as shipped. */
export const newsletterWords = {
  footerTitle: 'Stay Updated',
  footerText: 'New articles and course dates, as they appear.',
}
