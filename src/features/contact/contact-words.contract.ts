/** The texts of Contact as shipped. */
export const contactWords = {
  title: "Let's Connect",
  lead: 'Tell us what you are building, what is in the way, and by when it should work.',
}
