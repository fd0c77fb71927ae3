/** The texts around the sign-up form in every footer, and of the newsletter's own page, as shipped. */
export const newsletterWords = {
  footerTitle: 'Stay Updated',
  footerText: 'New articles and course dates, as they appear.',
  title: 'Newsletter',
  lead: 'New articles on cloud, data, AI and security, when there is something worth reading. One link unsubscribes.',
}
