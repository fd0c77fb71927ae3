/** Plays a video in the place of its picture. The boot script loads this at a click; before, nothing comes from the video's site. */
export function play(link) {
  const frame = Object.assign(document.createElement('iframe'), {
    title: link.getAttribute('aria-label').replace(/^Play the video: /, ''),
    allow: 'autoplay; fullscreen; picture-in-picture',
    // Both players refuse to work on a site that they do not know.
    referrerPolicy: 'strict-origin-when-cross-origin',
    src: link.dataset.video,
  })
  link.replaceWith(frame)
  frame.focus()
}
