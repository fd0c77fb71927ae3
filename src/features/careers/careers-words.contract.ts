/** The texts above the list of openings as shipped. */
export const careersWords = {
  title: 'Work with us',
  lead: 'A small team that builds it, runs it and teaches it. Write to us in your own words; an engineer reads it.',
}
