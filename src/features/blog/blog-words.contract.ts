/** The texts above the list of posts as shipped. */
export const blogWords = {
  title: 'What we learn while building',
  lead: 'Decisions, figures and mistakes from our work on cloud, data, security and AI, written down by the people who made them.',
}
