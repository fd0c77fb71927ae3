/** The windows that must show an answer: a phone, a tablet and a desktop. */
export const windows = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
