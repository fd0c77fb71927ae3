/** The texts around the list of case studies as shipped. */
export const workWords = {
  title: 'Our Work',
  lead: 'The problems that our clients had, our work on them, and the results. Every figure says when it was measured.',
  actionTitle: 'Yours could be next.',
  actionText: 'Tell us what is in the way. The first conversation costs nothing.',
  action: 'Contact us',
}
