/** The texts around the list of case studies as shipped. */
export const workWords = {
  title: 'Our Work',
  lead: 'The problems our clients had, how we solved them, and the results. Every figure is dated.',
  actionTitle: 'Yours could be next.',
  actionText: 'Tell us what is in the way. The first conversation costs nothing.',
  action: 'Contact us',
}
