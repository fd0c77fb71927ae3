/** The texts around the list of case studies as shipped. */
export const workWords = {
  title: 'Our Work',
  lead: 'What our clients came with, what we did about it, and what it led to. Every figure says when it was measured.',
  actionTitle: 'Yours could be next.',
  actionText: 'Tell us what is in the way. The first conversation costs nothing.',
  action: 'Contact us',
}
